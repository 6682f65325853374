package arch

// Layers are the rules of the house. Arrows point down only: services to
// storeclient, to reviewpb and change, to document and insights, to review.
func Layers() []Rule {
	return []Rule{
		{Of: "pkg/review", Forbid: []string{"..."}, Allow: []string{Standard}, Because: "the domain stands on the standard library alone"},
		{Of: "pkg/document", Forbid: []string{"..."}, Allow: []string{Standard, "pkg/review"}, Because: "rendering is pure"},
		{Of: "pkg/insights/...", Forbid: []string{"pkg/...", "proto/...", "services/..."}, Allow: []string{"pkg/review", "pkg/insights/..."}, Because: "insights are pure"},
		{Of: "pkg/schema", Forbid: []string{"pkg/...", "proto/...", "services/..."}, Allow: []string{"pkg/document", "pkg/review"}, Because: "schemas describe documents"},
		{Of: "pkg/reviewpb", Forbid: []string{"pkg/...", "services/..."}, Allow: []string{"pkg/review"}, Because: "the converter knows the domain and the wire"},
		{Of: "pkg/change", Forbid: []string{"pkg/...", "services/..."}, Allow: []string{"pkg/review"}, Because: "the event knows no broker and no store"},
		{Of: "pkg/storeclient", Forbid: []string{"pkg/...", "services/..."}, Allow: []string{"pkg/review", "pkg/reviewpb"}, Because: "a client of the store knows its wire only"},
		{Of: "pkg/follow", Forbid: []string{"pkg/...", "proto/...", "services/..."}, Allow: []string{"pkg/review", "pkg/tracing"}, Because: "who follows knows the domain, not the wire"},
		{Of: "pkg/ratelimit", Forbid: []string{"pkg/...", "proto/...", "services/..."}, Because: "a limit on requests has nothing to do with reviews"},
		{Of: "pkg/service", Forbid: []string{"pkg/...", "proto/...", "services/..."}, Because: "how a process runs has nothing to do with reviews"},
		{Of: "proto/...", Forbid: []string{"pkg/...", "services/..."}, Because: "the contract stands below everything"},
		{Of: "pkg/...", Forbid: []string{"services/...", "deploy/..."}, Because: "packages do not know who uses them"},
		{
			Of: "...", Forbid: []string{"proto/..."}, Because: "protobuf types stop at the edge",
			Except: []string{"proto/...", "pkg/reviewpb", "pkg/storeclient", "pkg/change", "services/store/internal/grpcserver", "pkg/testkit/..."},
		},
		{Of: "...", Except: []string{"services/gateway/..."}, Forbid: []string{"github.com/gin-gonic/..."}, Because: "only the gateway speaks REST"},
		{Of: "...", Except: []string{"services/mcp/..."}, Forbid: []string{"github.com/mark3labs/mcp-go/..."}, Because: "only the mcp service speaks MCP"},
		{
			Of: "...", Except: []string{"services/store/...", "pkg/testkit/..."}, Because: "only the store owns data",
			Forbid: []string{"database/sql", "modernc.org/sqlite/...", "github.com/jackc/pgx/..."},
		},
		{
			Of: "...", Except: []string{"services/store/...", "services/hub/...", "services/gateway/...", "services/mcp/...", "pkg/testkit/..."},
			Forbid: []string{"github.com/nats-io/..."}, Because: "who neither sends nor hears events has no broker",
		},
		{
			Of: "...", Except: []string{"pkg/testkit/...", "services/store/internal/reviewdb/reviewdbtest"}, Forbid: []string{"testing", "pkg/testkit/..."},
			Because: "production code does not link test code",
		},
		{
			Of: "...", Except: []string{"pkg/tracing", "pkg/testkit/..."},
			Forbid: []string{"go.opentelemetry.io/..."}, Allow: []string{"go.opentelemetry.io/otel/trace/..."}, Because: "tracing is set up in one place",
		},
		{Of: "...", Forbid: []string{"google.golang.org/protobuf/encoding/protojson"}, Because: "its output differs between binaries by design"},
		{Of: "services/store/...", Forbid: []string{"services/*/..."}, Allow: []string{"services/store/..."}, Because: "services do not import each other"},
		{Of: "services/gateway/...", Forbid: []string{"services/*/..."}, Allow: []string{"services/gateway/..."}, Because: "services do not import each other"},
		{Of: "services/mcp/...", Forbid: []string{"services/*/..."}, Allow: []string{"services/mcp/..."}, Because: "services do not import each other"},
		{Of: "services/hub/...", Forbid: []string{"services/*/..."}, Allow: []string{"services/hub/..."}, Because: "services do not import each other"},
		{Of: "services/hub/internal/subscription", Forbid: []string{"net/http", "github.com/nats-io/...", "services/..."}, Because: "what a subscription is has nothing to do with how it is kept"},
		{Of: "services/hub/internal/shard", Forbid: []string{"net/http", "github.com/nats-io/..."}, Because: "who holds what is worked out without a broker"},
		{Of: "services/reviewctl/...", Forbid: []string{"services/*/..."}, Allow: []string{"services/reviewctl/..."}, Because: "services do not import each other"},
	}
}
