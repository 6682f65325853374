#!/usr/bin/env bash
# Makes local stand-ins for the public images that the containers are built on,
# for machines that reach no registry. They have the same names, so that the
# Dockerfile and the compose files are those of everybody else.
#
#   deploy/ci/base-images.sh [go] [static] [nats] [postgres] [caddy] [prometheus]
#
# An image that can be pulled is no stand-in. One that is there already stays: a
# real one as it is, a stand-in unless its inputs have changed. Needs Debian, the
# engine and Go; postgres also mmdebstrap.
set -euo pipefail
cd "$(dirname "$0")/../.."

go_image=golang:1.26-alpine
static_image=gcr.io/distroless/static-debian13:nonroot
nats_image=nats:2.15-alpine
postgres_image=postgres:17
caddy_image=caddy:2.11-alpine
prometheus_image=prom/prometheus:v3.5.0

bundle=/etc/ssl/certs/ca-certificates.crt # who the machine trusts, the images trust
label=reviewdata.stand-in                 # holds a digest of the inputs
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
self=$PWD/deploy/ci/base-images.sh
# Packages come from where the machine gets its own.
mirror=$(sed -n 's/^URIs: *//p; s/^deb \(http[^ ]*\).*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1 || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

digest() { sha256sum | cut -c1-16; }

# settled IMAGE KEY: whether the image need not be made.
settled() {
  local have
  have=$(docker image inspect -f "{{index .Config.Labels \"$label\"}}" "$1" 2>/dev/null) || {
    docker pull -q "$1" 2>/dev/null
    return
  }
  case $have in
    "$2") return 0 ;;
    "" | "<no value>") return 0 ;;
    *) return 1 ;;
  esac
}

# bring IMAGE KEY CHANGE...: makes an image of the tar archive on the input.
bring() {
  local image=$1 key=$2 change changes=()
  shift 2
  for change in "$@" "LABEL $label=$key"; do changes+=(-c "$change"); done
  docker import "${changes[@]}" - "$image" >/dev/null
  printf 'made %s, %s MB\n' "$image" "$(docker image inspect -f '{{.Size}}' "$image" | awk '{ printf "%.1f", $1 / 1e6 }')"
}

pack() { tar -C "$1" --owner=0 --group=0 --numeric-owner -cf - .; }

# skeleton DIR: what every image has.
skeleton() {
  mkdir -p "$1"/{etc/ssl/certs,tmp,home/nonroot,root,usr/local/bin,usr/share,var/run,proc,sys,dev}
  chmod 1777 "$1/tmp"
  printf '%s\n' 'root:x:0:0::/root:/bin/sh' 'nonroot:x:65532:65532::/home/nonroot:/sbin/nologin' >"$1/etc/passwd"
  printf '%s\n' 'root:x:0:' 'nonroot:x:65532:' >"$1/etc/group"
  printf 'hosts: files dns\n' >"$1/etc/nsswitch.conf"
  cp "$bundle" "$1/etc/ssl/certs/ca-certificates.crt"
}

# userland DIR: a skeleton with a shell, as the alpine images have one.
userland() {
  local applet
  skeleton "$1"
  mkdir -p "$1"/{bin,sbin,usr/bin,usr/sbin}
  (cd "$work" && [ -d shell ] || { apt-get -o APT::Sandbox::User=root download -qq busybox-static >/dev/null && dpkg-deb -x busybox-static_*.deb shell; })
  cp "$(find "$work/shell" -path '*/bin/busybox' -type f)" "$1/bin/busybox"
  for applet in $("$1/bin/busybox" --list); do [ -e "$1/bin/$applet" ] || ln -s busybox "$1/bin/$applet"; done
}

# tool MODULE PACKAGE DIR: builds a pinned tool into a directory.
tool() {
  CGO_ENABLED=0 GOWORK=off go -C ".tools/$1" build -trimpath -ldflags '-s -w' -o "$3/" "$2"
}

make_static() {
  local key root=$work/static
  key=$(cat "$self" "$bundle" | digest)
  settled $static_image "$key" && return
  skeleton "$root"
  pack "$root" | bring $static_image "$key" "ENV PATH=$path" 'ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt' 'USER 65532' 'WORKDIR /home/nonroot'
}

make_go() {
  local key root=$work/go
  key=$({ go env GOVERSION; cat "$self" "$bundle"; } | digest)
  settled $go_image "$key" && return
  userland "$root"
  mkdir -p "$root"/go/{src,bin}
  cp -r "$(go env GOROOT)" "$root/usr/local/go"
  rm -rf "$root"/usr/local/go/{test,api,doc}
  pack "$root" | bring $go_image "$key" 'ENV GOTOOLCHAIN=local' 'ENV GOPATH=/go' "ENV PATH=/go/bin:/usr/local/go/bin:$path" 'WORKDIR /go'
}

make_nats() {
  local key root=$work/nats
  key=$({ go env GOVERSION; cat "$self" .tools/nats/go.mod; } | digest)
  settled $nats_image "$key" && return
  userland "$root"
  tool nats github.com/nats-io/nats-server/v2 "$root/usr/local/bin"
  printf '#!/bin/sh\ncase "$1" in -*) set -- nats-server "$@" ;; esac\nexec "$@"\n' >"$root/usr/local/bin/docker-entrypoint.sh"
  chmod 755 "$root/usr/local/bin/docker-entrypoint.sh"
  pack "$root" | bring $nats_image "$key" "ENV PATH=$path" 'ENTRYPOINT ["docker-entrypoint.sh"]'
}

# debian SUITE PACKAGE DIR: unpacks a package of Debian, without what it needs.
debian() {
  local apt=$work/apt-$1 options
  mkdir -p "$apt"/{sources,lists/partial}
  printf '%s\n' 'Types: deb' "URIs: $mirror" "Suites: $1" 'Components: main' \
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >"$apt/sources/debian.sources"
  options=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources" -o "Dir::State::lists=$apt/lists" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$apt" && apt-get "${options[@]}" download "$2" && dpkg-deb -x "$2"_*.deb "$3")
}

# libraries FILE DIR: copies the shared libraries of a program.
libraries() {
  local library
  for library in $(ldd "$1" | grep -o '/[^ ]*'); do install -D "$library" "$2$library"; done
}

make_caddy() {
  local key root=$work/caddy
  key=$(cat "$self" "$bundle" | digest)
  settled $caddy_image "$key" && return
  userland "$root"
  mkdir -p "$root"/{etc/caddy,data,config}
  debian trixie-backports caddy "$work/unpacked"
  cp "$work/unpacked/usr/bin/caddy" "$root/usr/local/bin/"
  libraries "$root/usr/local/bin/caddy" "$root"
  pack "$root" | bring $caddy_image "$key" "ENV PATH=$path" 'ENV XDG_CONFIG_HOME=/config' 'ENV XDG_DATA_HOME=/data' \
    'CMD ["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]'
}

make_prometheus() {
  local key root=$work/prometheus
  key=$(cat "$self" | digest)
  settled $prometheus_image "$key" && return
  skeleton "$root"
  mkdir -p "$root"/{etc/prometheus,prometheus}
  debian trixie prometheus "$work/unpacked"
  cp "$work/unpacked/usr/bin/prometheus" "$root/usr/local/bin/"
  libraries "$root/usr/local/bin/prometheus" "$root"
  pack "$root" | bring $prometheus_image "$key" "ENV PATH=$path" 'ENTRYPOINT ["prometheus"]'
}

# entrypoint is the part of the public image's script that a first start uses.
entrypoint() {
  cat <<'SH'
#!/bin/sh
set -eu
[ "${1:-}" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec gosu postgres "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "${POSTGRES_PASSWORD:?}" >/tmp/password
  initdb -U "${POSTGRES_USER:=postgres}" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust -E UTF8 --locale=C.UTF-8 >/dev/null
  rm /tmp/password
  printf 'host all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -s -o "-c listen_addresses=''" start
  [ "${POSTGRES_DB:=$POSTGRES_USER}" = postgres ] || createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w -s -m fast stop
fi
exec "$@" -c 'listen_addresses=*'
SH
}

make_postgres() {
  local key
  key=$(digest <"$self")
  settled $postgres_image "$key" && return
  entrypoint >"$work/docker-entrypoint.sh"
  chmod 755 "$work/docker-entrypoint.sh"
  mmdebstrap --quiet --variant=minbase --include=postgresql-17,gosu --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/{doc,man,locale,info}/*' --dpkgopt='path-exclude=/usr/lib/*/libLLVM*' \
    --customize-hook="copy-in $work/docker-entrypoint.sh /usr/local/bin" trixie "$work/postgres.tar" "$mirror"
  bring $postgres_image "$key" "ENV PATH=/usr/lib/postgresql/17/bin:$path" 'ENV PGDATA=/var/lib/postgresql/data' \
    'VOLUME /var/lib/postgresql/data' 'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["postgres"]' <"$work/postgres.tar"
}

[ $# -gt 0 ] || set -- go static nats
for image in "$@"; do "make_$image"; done
