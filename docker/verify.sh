#!/usr/bin/env bash
# Builds the images on a base that it makes from Debian's packages, since no container registry is
# needed that way, runs compose.yaml with podman, and checks what docs/guide/containers.md promises. Leaves nothing behind but
# the cache folder. As root, on Debian; 20 minutes and more on a small machine, 3 GB of disk and 10 of memory.
#
#   docker/verify.sh [CACHE_FOLDER]     default: target/docker-verify; keeps the base image
#
#   VERIFY_ROWS      of each table (20000)
#   VERIFY_PATIENCE  seconds to wait for each thing that has to happen (600)
#   VERIFY_KEEP      "yes": leave the containers running, and say how to reach them
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
. .ci/install

die() {
  echo "verify: $1" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || die "run it as root: it makes a base image with chroot, and containers with limits"
[ $# -le 1 ] || die "usage: docker/verify.sh [CACHE_FOLDER]"

rows=${VERIFY_ROWS:-20000}
patience=${VERIFY_PATIENCE:-600}
cache=$(realpath -m "${1:-target/docker-verify}")
project=lighter-verify
base_image=localhost/lighter-verify-base
lighter_image=localhost/lighter-verify
on_hbase_image=localhost/lighter-verify-on-hbase
hbase_image=localhost/lighter-verify-hbase
# Without systemd nobody runs health checks by himself; this script does.
export DISABLE_HC_SYSTEMD=true
export BUILDAH_FORMAT=docker
verified=()
work=

step() {
  echo "--- $(date +%H:%M:%S) $1"
}

ok() {
  echo "    ok: $1"
  verified+=("$1")
}

# --- what it needs ------------------------------------------------------------------------------------

install_packages() {
  need debootstrap debootstrap
  need podman podman
  need runc runc
  need podman-compose podman-compose
  need netavark /usr/lib/podman/netavark
  need aardvark-dns /usr/lib/podman/aardvark-dns
  need iptables iptables # of which netavark makes the containers' network
  need shellcheck shellcheck
  need python3 python3
  python3 -c 'import yaml' 2>/dev/null || need python3-yaml yaml
  if [ ! -f "$tarball" ]; then
    need maven mvn
    need_jdk
  fi
  install_missing
}

# Unpacked, not installed: the package would start a service.
fetch_prometheus() {
  [ -x "$cache/prometheus/usr/bin/prometheus" ] && return
  (cd "$work" && apt-get download -qq -o APT::Sandbox::User=root prometheus >/dev/null && dpkg -x prometheus_*.deb "$cache/prometheus") ||
    die "cannot get Debian's package prometheus: apt-get update?"
}

# --- podman, with a storage and a network configuration of its own ----------------------------------------

set_up_podman() {
  mkdir -p "$cache"
  work=$(mktemp -d /tmp/lighter-verify.XXXXXX)
  trap 'exit 130' INT TERM
  mkdir -p "$work/bin"
  cat >"$work/containers.conf" <<'CONF'
[network]
network_backend = "netavark"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
CONF
  cat >"$work/bin/podman" <<WRAPPER
#!/bin/sh
exec $(command -v podman) --runtime runc --root "$cache/storage" --runroot "$cache/run" "\$@"
WRAPPER
  chmod +x "$work/bin/podman"
  export CONTAINERS_CONF=$work/containers.conf
  export PATH=$work/bin:$PATH
  nofile=$(ulimit -Hn)
  [ "$nofile" != unlimited ] && [ "$nofile" -lt 65536 ] || nofile=65536
  nproc=$(ulimit -Hu)
  [ "$nproc" != unlimited ] && [ "$nproc" -lt 32768 ] || nproc=32768
  ulimits=(--ulimit "nofile=$nofile" --ulimit "nproc=$nproc")
  trap clean_up EXIT
  remove_containers >/dev/null 2>&1 # of a run that was killed
}

remove_containers() {
  podman rm -f -t 0 -a || true
  podman volume rm -f -a || true
  podman network rm -f "${project}_default" || true
}

clean_up() {
  local status=$?
  trap - EXIT
  set +e
  if [ "$status" -ne 0 ] && [ -n "$(podman ps -aq)" ]; then
    mkdir -p "$cache/logs"
    podman ps -a --format '{{.Names}}' | while read -r name; do
      podman logs "$name" >"$cache/logs/$name.log" 2>&1
    done
    echo "verify: failed; logs of the containers: $cache/logs" >&2
  fi
  if [ "$status" -eq 0 ] && [ "${VERIFY_KEEP:-}" = yes ]; then
    echo "the cluster is up; its podman is $work/bin/podman, with CONTAINERS_CONF=$work/containers.conf"
    exit 0
  fi
  {
    remove_containers
    podman rmi -f "$lighter_image" "$on_hbase_image" "$hbase_image"
    podman image prune -f
    # Layers are mounted as long as the storage is open.
    umount "$cache/storage/overlay"
    rm -rf "$work"
  } >/dev/null 2>&1
  exit "$status"
}

# --- images ---------------------------------------------------------------------------------------------

make_tarball() {
  if [ -f "$tarball" ] && [ -z "$(find pom.xml ./*/pom.xml ./*/*/pom.xml ./*/src/main ./*/*/src/main bin -type f -newer "$tarball" -print -quit)" ]; then
    return
  fi
  step "Building the tarball"
  # Maven removes neither classes whose sources have moved nor jars that are no longer built.
  rm -rf ./*/target/classes ./*/*/target/classes assembly/target/lighter-*/
  mvn -q -B -Dstyle.color=never -Pdist -Dmaven.test.skip=true -Dspotless.check.skip=true package
  [ -f "$tarball" ] || die "mvn made no $tarball"
}

# Where this machine gets Debian from.
mirror() {
  # apt-get expands these, not the shell.
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && $2 == "main" && !/security/ && !found++ { print $3 }'
}

# A Debian with Java, as eclipse-temurin:17-jre is an Ubuntu with Java.
make_base_image() {
  podman image exists "$base_image" && return
  step "Making a base image with debootstrap"
  local tree=$cache/base from
  from=$(mirror)
  [ -n "$from" ] || die "apt on this machine has no source of Debian: see /etc/apt/sources.list"
  rm -rf "$tree"
  debootstrap --variant=minbase bookworm "$tree" "$from" >"$cache/debootstrap.log" 2>&1 ||
    die "debootstrap failed; see $cache/debootstrap.log"
  cp /etc/resolv.conf "$tree/etc/resolv.conf"
  mount -t proc proc "$tree/proc"
  DEBIAN_FRONTEND=noninteractive chroot "$tree" apt-get install -qq -y --no-install-recommends \
    openjdk-17-jre-headless >>"$cache/debootstrap.log" 2>&1 || {
    umount "$tree/proc"
    die "no Java in the base image; see $cache/debootstrap.log"
  }
  umount "$tree/proc"
  rm -rf "$tree"/var/lib/apt/lists/* "$tree"/var/cache/apt/archives/*.deb
  tar -C "$tree" -c . | podman import -q - "$base_image" >/dev/null
  rm -rf "$tree"
}

build() {
  local image=$1
  shift
  podman build -q -f docker/Dockerfile --network none "${ulimits[@]}" -t "$image" "$@" . >/dev/null
  echo "    $image: $(($(podman image inspect --format '{{.Size}}' "$image") >> 20)) MB," \
    "of these $(($(podman image inspect --format '{{.Size}}' "$base_image") >> 20)) MB base"
}

build_images() {
  step "Building images"
  build "$hbase_image" --target hbase --build-arg BASE_IMAGE="$base_image"
  build "$lighter_image" --build-arg BASE_IMAGE="$base_image"
  # As somebody with an HBase image of his own does it.
  build "$on_hbase_image" --build-arg BASE_IMAGE="$hbase_image" --build-arg HBASE_HOME=/opt/hbase
  ok "three images build, one of them with the jars of another image's HBase"
  local found
  found=$(podman run --rm "${ulimits[@]}" --network none --entrypoint bash "$lighter_image" -c \
    'find / -xdev -type f \( -name "*.java" -o -name pom.xml -o -name "*-tests.jar" -o -name "mvn*" \) -print; command -v javac' || true)
  [ -z "$found" ] || die "the image holds what it does not need: $found"
  ok "no sources, no Maven, no compiler, no test jars in the image"
}

# What the images say without a cluster.
check_start() {
  step "Checking the entry point"
  local run=(podman run --rm "${ulimits[@]}" --network none) image out status
  for image in "$lighter_image" "$on_hbase_image"; do
    out=$("${run[@]}" "$image" --version)
    [[ $out == "Lighter "* ]] || die "no version from $image: $out"
  done
  status=0
  out=$("${run[@]}" "$lighter_image" server 2>&1) || status=$?
  [[ $status == 2 && $out == *"no /etc/hbase/conf/hbase-site.xml"* ]] ||
    die "without configuration: exit code $status, $out"
  status=0
  out=$("${run[@]}" -m 1g -v "$root/docker/conf:/etc/hbase/conf:ro" "$lighter_image" server 2>&1) || status=$?
  [[ $status == 2 && $out == *"raise the limit or lower the cache"* ]] ||
    die "with too little memory: exit code $status, $out"
  ok "no configuration, and too little memory for the cache: exit code 2 and one line why"
}

# --- the cluster --------------------------------------------------------------------------------------------

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

compose() {
  podman-compose -p "$project" -f "$root/docker/compose.yaml" -f "$work/override.yaml" "$@" >>"$work/compose.log" 2>&1 ||
    die "podman-compose $* failed: $(tail -n 5 "$work/compose.log")"
}

name() {
  echo "${project}_${1}_1"
}

running=(zookeeper namenode datanode master regionserver manager-1 manager-2 server-1 server-2)

start_cluster() {
  step "Starting ${running[*]}"
  export HBASE_IMAGE=$hbase_image LIGHTER_IMAGE=$lighter_image NOFILE=$nofile NPROC=$nproc
  MASTER_PORT=$(free_port) REGIONSERVER_PORT=$(free_port) MANAGER_1_PORT=$(free_port) MANAGER_2_PORT=$(free_port)
  export MASTER_PORT REGIONSERVER_PORT MANAGER_1_PORT MANAGER_2_PORT
  printf 'services:\n  server-2:\n    image: %s\n' "$on_hbase_image" >"$work/override.yaml"
  must_run=(zookeeper namenode datanode master regionserver)
  compose up -d --no-build --no-deps "${must_run[@]}"
  await_health "${must_run[@]}"
  await "the region server to serve hbase:meta" meta_is_served
  must_run=("${running[@]}")
  compose up -d --no-build --no-deps manager-1 manager-2 server-1 server-2
  await_health manager-1 manager-2 server-1 server-2
  must_run=() # some are stopped on purpose from here on
  ok "compose.yaml comes up; every health check of nine containers passes"
}

# Waits for a command to succeed, as long as the services of must_run do run: await WHAT COMMAND…
await() {
  local deadline=$((SECONDS + patience)) what=$1
  shift
  until "$@" >/dev/null 2>&1; do
    check_running
    [ "$SECONDS" -lt "$deadline" ] || die "waited in vain for $what"
    sleep 1
  done
}

must_run=()
declare -A seen_running=() # when, of each service

# Dies if a service has not run for 10 seconds, or was restarted again and again (compose.yaml: on-failure).
check_running() {
  local service state restarts
  for service in "${must_run[@]}"; do
    read -r state restarts < <(podman inspect --format '{{.State.Status}} {{.RestartCount}}' "$(name "$service")" 2>/dev/null ||
      echo missing 0)
    if [ "$state" = running ] && [ "$restarts" -lt 5 ]; then
      seen_running[$service]=$SECONDS
    elif [ "$restarts" -ge 5 ] || [ $((SECONDS - ${seen_running[$service]:=$SECONDS})) -ge 10 ]; then
      die "$service does not run: $state, restarted $restarts times; its last lines:
$(podman logs --tail 15 "$(name "$service")" 2>&1 || true)
and podman-compose's:
$(tail -n 5 "$work/compose.log")"
    fi
  done
}

await_health() {
  local service
  for service in "$@"; do
    await "$service to be healthy" podman healthcheck run "$(name "$service")"
  done
}

# The body of a web page, as another container sees it: get HOST PORT PATH
get() {
  # The container's shell expands these, not this one.
  # shellcheck disable=SC2016
  podman exec "$(name zookeeper)" bash -c 'exec 3<>"/dev/tcp/$1/$2"; printf "GET %s HTTP/1.0\r\nHost: %s\r\n\r\n" "$3" "$1" >&3
    sed "1,/^\r*$/d" <&3' get "$1" "$2" "$3"
}

meta_is_served() {
  local page
  page=$(get regionserver 16030 '/jmx?qry=Hadoop:service=HBase,name=RegionServer,sub=Server')
  grep -qE '"regionCount" ?: ?[1-9]' <<<"$page"
}

# bin/lighter as a client of the cluster, in a container of its own.
client() {
  podman run --rm "${ulimits[@]}" --network "${project}_default" --read-only --tmpfs /tmp:exec,mode=1777 -m 768m \
    -v "$root/docker/conf:/etc/hbase/conf:ro" "$lighter_image" "$@"
}

# One figure of "lighter status --json", as a Python expression of the object s.
status() {
  client status --json | python3 -c 'import json, sys; s = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1"
}

status_is() {
  [ "$(status "$1")" = True ]
}

check_confinement() {
  step "Checking users, limits and processes"
  local service container root_processes line expected limit quota
  for service in "${running[@]}"; do
    container=$(name "$service")
    root_processes=$(podman top "$container" huser args | awk 'NR > 1 && $1 != "10001"')
    [ -z "$root_processes" ] || die "$service runs processes of another user: $root_processes"
    line=$(podman exec "$container" bash -c "tr '\\0' ' ' </proc/1/cmdline")
    [[ $line == *java\ * ]] || die "process 1 of $service is not the JVM: $line"
    grep -q '^CapEff:.*0000000000000000' <(podman exec "$container" cat /proc/1/status) || die "$service has capabilities"
    read -r expected quota < <(python3 docker/check-manifests.py --limits "$service")
    limit=$(podman inspect --format '{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}}' "$container")
    [ "$limit" = "$expected $quota" ] || die "$service has limits $limit, not $expected $quota"
    if limit=$(podman exec "$container" cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null ||
      podman exec "$container" cat /sys/fs/cgroup/memory.max 2>/dev/null); then
      [ "$limit" = "$expected" ] || die "$service may use $limit bytes, not $expected"
    fi
  done
  ok "every process of nine containers is user 10001, without capabilities; the JVM is process 1"
  ok "limits of memory and CPU are in force"
  for service in manager-1 manager-2 server-1 server-2; do
    if podman exec "$(name "$service")" bash -c 'echo x >/opt/lighter/x' 2>/dev/null; then
      die "the root file system of $service can be written"
    fi
  done
  ok "managers and compaction servers run on a read-only file system"
  line=$(podman exec "$(name server-1)" bash -c "tr '\\0' ' ' </proc/1/cmdline")
  # 1536 MB less 256 + 512 MB of direct memory and 384 MB for the JVM.
  [[ $line == *" -Xmx384m "* && $line == *" -XX:MaxDirectMemorySize=805306368 "* ]] ||
    die "the compaction server's memory is not what its limit and its cache ask for: $line"
  line=$(podman exec "$(name manager-1)" bash -c "tr '\\0' ' ' </proc/1/cmdline")
  [[ $line == *" -XX:MaxRAMPercentage=60 "* ]] || die "the manager's heap does not follow its limit: $line"
  ok "heap and direct memory follow the container's limit and lighter.server.cache.size"
}

await_leader() {
  await "a leader with $1 standby and $2 compaction servers" status_is \
    "s['manager'] is not None and len(s['standby']) == $1 and len(s['servers']) == $2 and not s['silent_servers']"
}

check_leader() {
  step "Checking the managers"
  await_leader 1 2
  leader=$(status "s['manager']['server'].split(',')[0]")
  [ "$leader" = manager-1 ] && standby=manager-2 || standby=manager-1
  ok "$leader leads, $standby stands by, two compaction servers report"
  local port
  for port in "$MANAGER_1_PORT" "$MANAGER_2_PORT"; do
    python3 -c 'import sys, urllib.request as u
class Stay(u.HTTPRedirectHandler):
  def redirect_request(self, *a): return None
try: code = u.build_opener(Stay).open(sys.argv[1], timeout=20).status
except u.HTTPError as e: code = e.code
sys.exit(code not in (200, 307))' "http://127.0.0.1:$port/api/v1/status" || die "no REST API at port $port of this machine"
  done
  ok "REST API and dashboard answer at their ports of this machine"
}

# Fails unless all was offloaded and nothing differs: check_demo WHAT OUTPUT
check_demo() {
  local line
  while read -r line; do
    echo "    $line"
  done <<<"$2"
  grep -q '^verified [1-9].*: 0 mismatches; 0 bad reads' <<<"$2" || die "demo $1: cells differ"
  # Tables of the namespace hbase stay local by rule.
  grep -qE '^compactions: [1-9][0-9]* offloaded(, [0-9]+ local \(system-table( x [0-9]+)?\))?$' <<<"$2" ||
    die "demo $1: not everything was offloaded"
}

check_offload() {
  step "Loading, compacting and comparing two tables of $rows rows"
  local out
  out=$(client demo --on-cluster --rows "$rows" 2>&1) || die "demo: $out"
  check_demo "before faults" "$out"
  ok "every compaction of the table was offloaded, none ran locally; all its cells are those of its stock twin"
}

check_failover() {
  step "Killing the leader, $leader"
  local killed=$leader began=$SECONDS
  podman kill -s KILL "$(name "$killed")" >/dev/null
  await "$standby to lead" status_is "s['manager'] is not None and s['manager']['server'].startswith('$standby,')"
  ok "SIGKILL of the leader: the standby leads after $((SECONDS - began)) s"
  podman start "$(name "$killed")" >/dev/null 2>&1 || true
  await_leader 1 2
  leader=$standby standby=$killed
  ok "the killed manager is back as standby"
}

check_metrics() {
  step "Checking metrics"
  get "$leader" 16051 /prometheus >"$work/metrics-manager"
  get server-1 16041 /prometheus >"$work/metrics-server"
  get regionserver 16030 /prometheus >"$work/metrics-regionserver"
  get master 16010 /prometheus >"$work/metrics-master"
  grep -q '^manager_wanted_servers' "$work/metrics-manager" || die "the manager exports no manager_wanted_servers"
  grep -q '^compaction_server_running_jobs' "$work/metrics-server" || die "no metrics of the compaction server"
  grep -q '^lighter_offloaded_compactions' "$work/metrics-regionserver" || die "no metrics of the plug-in"
  [ -s "$work/metrics-master" ] || die "no metrics of the master"
  ok "every target of prometheus.yml has its metrics, manager_wanted_servers among them"
}

prometheus_says() {
  get prometheus 9090 "/api/v1/$1" | python3 -c 'import json, sys; d = json.load(sys.stdin)["data"]; print(eval(sys.argv[1]))' "$2"
}

prometheus_knows() {
  [ "$(prometheus_says "$1" "$2")" = True ]
}

# Debian's Prometheus in place of the image that compose.yaml names, with the files that it mounts.
check_prometheus() {
  step "Starting Prometheus"
  podman run -d --name "$(name prometheus)" "${ulimits[@]}" --network "${project}_default" --network-alias prometheus \
    --user 10001 --tmpfs /prometheus:mode=1777 -v "$cache/prometheus/usr/bin/prometheus:/bin/prometheus:ro" \
    -v "$root/docker/prometheus/prometheus.yml:/etc/prometheus/prometheus.yml:ro" \
    -v "$root/assembly/src/main/dist/monitoring/alerts.yml:/etc/prometheus/lighter-alerts.yml:ro" \
    "$base_image" prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/prometheus >/dev/null
  await "Prometheus to read all six targets" prometheus_knows targets \
    "[t['health'] for t in d['activeTargets']] == ['up'] * 6"
  await "Prometheus to evaluate the alert rules" prometheus_knows rules \
    "all(r['health'] == 'ok' for g in d['groups'] for r in g['rules'])"
  [ "$(prometheus_says 'query?query=max(manager_live_servers)' "d['result'][0]['value'][1]")" = 2 ] ||
    die "Prometheus does not know of two compaction servers"
  podman rm -f -t 0 "$(name prometheus)" >/dev/null
  ok "Prometheus (Debian's, not the image) reads all six targets and evaluates every alert rule; Grafana was not run"
}

# The hook of the Kubernetes manifest, then SIGTERM, while the other server goes on; then SIGTERM alone under load.
check_drain() {
  step "Draining server-1 with the preStop hook, then stopping it"
  local hook began
  hook=$(python3 docker/check-manifests.py --pre-stop)
  podman exec -e LIGHTER_HOSTNAME=server-1 "$(name server-1)" bash -c "$hook" >/dev/null || die "the preStop hook failed"
  await "server-1 to drain" status_is \
    "any(x['draining'] for x in s['servers'] if x['server'].startswith('server-1,'))"
  began=$SECONDS
  stop_server server-1
  ok "preStop hook and SIGTERM: the compaction server drains and exits with 0 after $((SECONDS - began)) s"
  podman start "$(name server-1)" >/dev/null
  await_health server-1
  await_leader 1 2

  step "Stopping server-2 during a major compaction"
  client demo --on-cluster --rows $((3 * rows)) >"$work/demo.log" 2>&1 &
  local demo_pid=$!
  await "the demo to compact" grep -q '^Compacting lighter_demo' "$work/demo.log"
  began=$SECONDS
  stop_server server-2
  echo "    server-2 ended after $((SECONDS - began)) s"
  wait "$demo_pid" || die "demo with a stopped server: $(cat "$work/demo.log")"
  check_demo "with a stopped server" "$(cat "$work/demo.log")"
  ok "SIGTERM of a compaction server during a major compaction: it exits with 0, nothing runs locally, no cell differs"
  podman start "$(name server-2)" >/dev/null
  await_leader 1 2
}

# stop_grace_period of compose.yaml, which podman-compose does not pass on.
stop_server() {
  local container code
  container=$(name "$1")
  podman stop -t 660 "$container" >/dev/null 2>&1
  code=$(podman inspect --format '{{.State.ExitCode}}' "$container")
  [ "$code" = 0 ] || die "$1 exited with $code"
}

check_stop() {
  step "Stopping everything"
  local service code
  for service in manager-1 manager-2; do
    podman stop -t 60 "$(name "$service")" >/dev/null 2>&1
    code=$(podman inspect --format '{{.State.ExitCode}}' "$(name "$service")")
    [ "$code" = 143 ] || [ "$code" = 0 ] || die "$service exited with $code"
  done
  ok "managers end on SIGTERM"
}

# --- files ----------------------------------------------------------------------------------------------------

check_files() {
  step "Checking scripts, manifests and configuration"
  local checked
  checked=$(.ci/check-scripts) || die "$checked"
  ok "$checked"
  python3 docker/check-manifests.py
  ok "Kubernetes manifests and compose.yaml: names, labels, ports, files, options, limits"
  if [ -d "$cache/python/kubernetes_validate" ] || python3 -m pip install -q --no-input --root-user-action=ignore \
    --target "$cache/python" kubernetes-validate >"$cache/pip.log" 2>&1; then
    PYTHONPATH=$cache/python python3 docker/check-manifests.py --schema
    ok "Kubernetes manifests fit the schema"
  else
    echo "    not checked: the manifests' schema (no kubernetes-validate; see $cache/pip.log)"
  fi
  cp docker/prometheus/prometheus.yml "$work/prometheus.yml"
  cp assembly/src/main/dist/monitoring/alerts.yml "$work/lighter-alerts.yml"
  "$cache/prometheus/usr/bin/promtool" check config "$work/prometheus.yml" >"$work/promtool.log" ||
    die "$(cat "$work/promtool.log")"
  ok "promtool accepts prometheus.yml and the alert rules"
}

tarball=assembly/target/lighter-$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' pom.xml | head -n 1)-bin.tar.gz
install_packages
set_up_podman
fetch_prometheus
check_files
make_tarball
make_base_image
build_images
check_start
start_cluster
check_confinement
check_leader
check_offload
check_metrics
check_prometheus
check_failover
check_drain
check_stop

step "Verified in $((SECONDS / 60)) min"
printf '  %s\n' "${verified[@]}"
