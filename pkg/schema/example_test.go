package schema_test

import (
	"encoding/json"
	"fmt"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/schema"
)

func ExampleRef() {
	b, _ := json.Marshal(schema.Ref[document.SearchBody]())
	fmt.Println(string(b))
	// Output:
	// {"$ref":"#/components/schemas/Search"}
}

func ExampleComponents() {
	components, err := schema.Components()
	if err != nil {
		fmt.Println(err)
		return
	}
	b, _ := json.Marshal(components["Since"].Properties["since"])
	fmt.Println(string(b))
	// Output:
	// {"type":"string","description":"The first date of the listing.","format":"date"}
}
