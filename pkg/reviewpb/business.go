package reviewpb

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// FromBusiness writes a business; nil stays nil.
func FromBusiness(b *review.Business) *pb.Business {
	if b == nil {
		return nil
	}
	return &pb.Business{
		Id:           b.ID,
		Name:         b.Name,
		Description:  b.Description,
		Vertical:     b.Vertical,
		Url:          b.URL,
		Telephone:    b.Telephone,
		Email:        b.Email,
		Address:      fromAddress(b.Address),
		Geo:          fromGeo(b.Geo),
		OpeningHours: convert(b.OpeningHours, fromOpeningHours),
		ServiceAreas: b.ServiceAreas,
		Services:     convert(b.Services, fromService),
		Technicians:  convert(b.Technicians, fromTechnician),
		SameAs:       b.SameAs,
		Insights:     fromInsightSettings(b.Insights),
	}
}

// ToBusiness reads a business; nil stays nil. It does not validate it.
func ToBusiness(m *pb.Business) *review.Business {
	if m == nil {
		return nil
	}
	return &review.Business{
		ID:           m.GetId(),
		Name:         m.GetName(),
		Description:  m.GetDescription(),
		Vertical:     m.GetVertical(),
		URL:          m.GetUrl(),
		Telephone:    m.GetTelephone(),
		Email:        m.GetEmail(),
		Address:      toAddress(m.GetAddress()),
		Geo:          toGeo(m.GetGeo()),
		OpeningHours: convert(m.GetOpeningHours(), toOpeningHours),
		ServiceAreas: m.GetServiceAreas(),
		Services:     convert(m.GetServices(), toService),
		Technicians:  convert(m.GetTechnicians(), toTechnician),
		SameAs:       m.GetSameAs(),
		Insights:     toInsightSettings(m.GetInsights()),
	}
}

func fromAddress(a review.Address) *pb.Address {
	return &pb.Address{
		StreetAddress: a.StreetAddress,
		Locality:      a.Locality,
		Region:        a.Region,
		PostalCode:    a.PostalCode,
		Country:       a.Country,
	}
}

func toAddress(m *pb.Address) review.Address {
	return review.Address{
		StreetAddress: m.GetStreetAddress(),
		Locality:      m.GetLocality(),
		Region:        m.GetRegion(),
		PostalCode:    m.GetPostalCode(),
		Country:       m.GetCountry(),
	}
}

func fromGeo(g *review.Geo) *pb.Geo {
	if g == nil {
		return nil
	}
	return &pb.Geo{Latitude: g.Latitude, Longitude: g.Longitude}
}

func toGeo(m *pb.Geo) *review.Geo {
	if m == nil {
		return nil
	}
	return &review.Geo{Latitude: m.GetLatitude(), Longitude: m.GetLongitude()}
}

func fromOpeningHours(h review.OpeningHours) *pb.OpeningHours {
	return &pb.OpeningHours{Days: h.Days, Opens: h.Opens, Closes: h.Closes}
}

func toOpeningHours(m *pb.OpeningHours) review.OpeningHours {
	return review.OpeningHours{Days: m.GetDays(), Opens: m.GetOpens(), Closes: m.GetCloses()}
}

func fromService(s review.Service) *pb.Service {
	return &pb.Service{Id: s.ID, Label: s.Label, Synonyms: s.Synonyms}
}

func toService(m *pb.Service) review.Service {
	return review.Service{ID: m.GetId(), Label: m.GetLabel(), Synonyms: m.GetSynonyms()}
}

func fromTechnician(t review.Technician) *pb.Technician {
	return &pb.Technician{Name: t.Name, Role: t.Role, Aliases: t.Aliases}
}

func toTechnician(m *pb.Technician) review.Technician {
	return review.Technician{Name: m.GetName(), Role: m.GetRole(), Aliases: m.GetAliases()}
}
