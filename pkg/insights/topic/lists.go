package topic

import "strings"

// words makes a set of the words of a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}

// before returns the words that stand before things.
func before() map[string]bool {
	return words(`a an the my our your their his her its this that these those some any no every each another
		new old broken leaky leaking clogged frozen whole entire own same first second`)
}

// empty returns the words that are never a topic beside those before things and
// the generic ones: those without content, and those that the reviews of every
// business are full of.
func empty() map[string]bool {
	return words(`a an the and or but nor so yet if then than as at by for from in into of off on onto out over per
		to up upon via with within without about above across after again against along among around away back
		because been before behind below beneath beside besides between beyond both down during each either else
		ever every except few further here how however i'd i'll i'm i've instead it it'd it'll it's its itself just
		least less like little lot lots many maybe me mine more most much my myself near neither never no nobody
		none not nothing now once one ones only other others our ours ourselves own perhaps quite rather really
		same several she she'd she's should since some somebody someone something sometimes somewhere soon still
		such sure that that's their theirs them themselves there there's these they they'd they'll they're they've
		this those though through throughout thus till too toward under until us very was wasn't we we'd we'll
		we're we've well were weren't what what's whatever when where whether which while who whoever whole whom
		whose why will won't would wouldn't you you'd you'll you're you've your yours yourself i he he'd he'll he's
		her hers him his himself herself am are aren't be being is isn't can can't could couldn't did didn't do does
		doesn't doing don't done had hadn't has hasn't have haven't having may might must shall
		all also almost already always another any anybody anymore anyone anything anyway anywhere enough everybody
		everyone everything everywhere exactly first second third last next half two three four five six seven
		eight nine ten dozen hundred thousand couple pair bit kind sort type part way ways thing things stuff
		able absolutely actual actually amazing awesome bad beautiful best better big certain clean clear cold cool
		courteous definitely different easy efficient entire especially excellent extra extremely fair fantastic fast
		fine five-star friendly full glad good great happy hard helpful high highly honest hot huge important
		incredible incredibly kind knowledgeable large late lovely low lucky main nice old open outstanding patient
		perfect perfectly pleasant polite poor prompt professional quick quickly quiet ready real reasonable
		responsive right safe short slow small solid special super terrible terrific thorough tidy top trustworthy
		ultimate unbelievable warm whole wonderful worst worth wrong wild young new early minor local previous
		recent regular similar simple single usual various entire only very extremely truly overall
		absolute again ago asap basically beyond finally frankly fully generally gently honestly hopefully
		immediately initially literally mostly nearly normally obviously originally otherwise personally plus
		possibly probably properly recently seriously shortly simply straight suddenly totally unfortunately usually
		afternoon april august autumn christmas date december decade evening fall february friday hour hours
		january july june lunch march may minute minutes moment monday morning night noon november
		october saturday season september spring summer sunday thanksgiving thursday today tomorrow
		tonight tuesday wednesday weekend weekends winter yesterday birthday holiday
		accept add agree allow answer appear appreciate arrive ask asked avoid become begin believe bother bring
		brought buy call called calling came care carry cause change check choose come comes coming complete
		continue cost cut deal decide deserve discover dont drive drove end ended expect explain explained fall feel
		felt figure fill find finish finished fix fixed follow forget found gave get gets getting give given giving
		go goes going gone got guess handle handled happen happened hate hear heard help helped hire hired hold hope
		hoping hurt include install installed keep kept knew know known last leave leaving left let listen live lived
		look looked looking lose lost love loved made make makes making mean meant meet mention might mind miss
		missed move moved need needed needs notice offer offered order paid pass pay pick picked plan play point
		prefer promise promised pull put ran reach read realize receive received recommend recommended refuse
		remember repair repaired replace replaced replacing respond return rid run running said sat save saved saw
		say saying says schedule scheduled see seem seemed seems seen sell send sent serve set show showed shown sit
		sleep sold solve solved sort speak spent spoke stand start started stay stayed stop stopped suggest take
		taken takes taking talk talked tell thank thanked thanks think thinking thought threw told took tried try
		trying turn turned understand update use used using visit wait waited waiting walk walked want wanted wash
		watch went wish won wonder work worked working works worry write wrote
		answering asking bleed broke burst calm diagnose died driving exceed fell feed fits met moving proceed quit rang
		reading succeed
		active affordable blind busy calm caring cheap cheaper cheapest chronic complicated confusing dead decent dental
		difficult double dry due earlier eleven expensive fit free frustrating genuine gentle healthy later long longer
		medical personal physical positive pre pre-existing pretty prior rare scary sick standard stressful sweet
		unexpected welcome became beginning changing close diagnostic essential initial older preventative talking
		legal inside outside past minus zero apiece side-by-side ok okay yes lol haha wow hi hello dear please sorry etc
		ie eg mr mrs ms dr am pm usd im ive dont didnt wont cant its thats even`)
}

// generic returns the words for things that are in the reviews of every business.
// What stands before one of them belongs to it, as "difficult" in "a difficult time".
func generic() map[string]bool {
	return words(`adult aunt boss boy brother business child children client clients community company competitor
		competition contractor crew customer customers dad daughter employee experience family father fella fellow
		folks friend friends gentleman girl girlfriend grandmother grandson guy guys home house husband job jobs kid
		kids lady landlord man men mom mother neighbor neighbors neighbour owner parent parents people person place
		provider review reviews sister son staff star stars tech technician technicians team teams tenant toddler
		uncle wife woman women worker workers world years-old guest member rep representative individual human area
		arrival attitude attention case chance choice complaint concern concerns condition corner decision detail
		difference effort emergency end example explanation fact favor feeling floor foot front god hand hands head
		heart help idea information instance issue issues item level life line list luck manner matter middle mind
		mistake name number option options piece plenty position possibility problem problems process product project
		purpose quality question questions rate reason recommendation response rest result results room round sense
		service services side sign situation size solution spot state step story street surprise system test thought
		thumbs total town town track trouble truth use value view voice waste while word words work yard eye eyes face
		feet money lots lifetime lifesaver text unit future knowledge communication professionalism punctuality
		honesty workmanship craftsmanship integrity kindness patience courtesy respect satisfaction peace comfort care
		city country county state neighborhood google yelp facebook internet website online web site
		time times day days week weeks month months year years`)
}
