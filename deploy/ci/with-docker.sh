#!/usr/bin/env bash
# Runs a command with a container engine and `docker compose`, on a machine that
# may have neither:
#
#   deploy/ci/with-docker.sh make compose-test
#
# What answers already is used as it is. What is missing is installed with apt
# (Debian, as root), an engine is started if none answers, and the one that was
# started here is stopped at the end.
set -euo pipefail

# bookworm has no compose plugin; the packages of trixie run on it as well.
suite=trixie
patience=60 # seconds until the engine must answer

log() { printf 'with-docker: %s\n' "$*" >&2; }
answers() { docker info >/dev/null 2>&1; }

[ $# -gt 0 ] || { log "which command?"; exit 2; }
state=$(mktemp -d)
engine=

finish() {
  local code=$?
  if [ -n "$engine" ]; then
    kill -TERM "$engine" 2>/dev/null || true
    wait "$engine" 2>/dev/null || true
  fi
  rm -rf "$state"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM

# take installs packages of the suite, which everything else on the machine is
# kept from by its priority.
take() {
  local package from=()
  if ! grep -qs "^VERSION_CODENAME=$suite\$" /etc/os-release; then
    printf '%s\n' 'Types: deb' "URIs: $(mirror)" "Suites: $suite" 'Components: main' \
      'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >/etc/apt/sources.list.d/with-docker.sources
    printf '%s\n' 'Package: *' "Pin: release n=$suite" 'Pin-Priority: 50' >/etc/apt/preferences.d/with-docker
  fi
  for package in "$@"; do from+=("$package/$suite"); done
  apt-get update -qq
  without_services apt-get install -y -qq --no-install-recommends "${from[@]}" >"$state/apt.log" 2>&1 ||
    { tail -20 "$state/apt.log" >&2; return 1; }
}

# mirror is where this machine gets its packages from.
mirror() {
  sed -n 's/^URIs: *//p; s/^deb \(http[^ ]*\).*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1
}

# without_services runs a command whose packages must not start an engine of
# their own.
without_services() {
  local policy=/usr/sbin/policy-rc.d code=0
  if [ -e "$policy" ]; then
    DEBIAN_FRONTEND=noninteractive "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  DEBIAN_FRONTEND=noninteractive "$@" || code=$?
  rm -f "$policy"
  return "$code"
}

missing=()
answers || command -v dockerd >/dev/null || missing+=(docker.io)
command -v docker >/dev/null || missing+=(docker-cli)
docker compose version >/dev/null 2>&1 || missing+=(docker-compose)
docker buildx version >/dev/null 2>&1 || missing+=(docker-buildx)
if [ ${#missing[@]} -gt 0 ]; then
  log "installing ${missing[*]}"
  take "${missing[@]}"
fi

if ! answers; then
  log "starting an engine"
  dockerd >"$state/engine.log" 2>&1 &
  engine=$!
  deadline=$((SECONDS + patience))
  until answers; do
    if ! kill -0 "$engine" 2>/dev/null || [ "$SECONDS" -gt "$deadline" ]; then
      tail -30 "$state/engine.log" >&2
      exit 1
    fi
    sleep 0.2
  done
fi
log "engine $(docker version -f '{{.Server.Version}}'), compose $(docker compose version --short)"
"$@"
