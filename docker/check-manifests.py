#!/usr/bin/env python3
"""Checks what no container run shows: that the Kubernetes manifests, compose.yaml and Prometheus' targets
fit together, and fit the images and the options that there are. Prints each problem; exit code 1 if any.

  check-manifests.py                 all of it, without a cluster
  check-manifests.py --schema        each Kubernetes object against its schema (package kubernetes-validate)
  check-manifests.py --limits NAME   memory in bytes and CPU in billionths of a service of compose.yaml
  check-manifests.py --pre-stop      the command of the compaction servers' preStop hook
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KUBERNETES = HERE / "kubernetes"
NOT_OBJECTS = {"kustomization.yaml", "prometheus-adapter.yaml"}
WORKLOADS = {"Deployment", "StatefulSet"}
UNITS = {"k": 10, "m": 20, "g": 30, "ki": 10, "mi": 20, "gi": 30, "kb": 10, "mb": 20, "gb": 30, "": 0}
# As in bin/lighter-entrypoint.
OVERHEAD = 384 << 20
LEAST_HEAP = 256 << 20
LEAST_MARGIN = 512 << 20
DRAIN_SECONDS = 600

problems = []


def require(condition, message):
    if not condition:
        problems.append(message)


def size(text):
    number, unit = re.fullmatch(r"(\d+)([a-zA-Z]*)", str(text)).groups()
    return int(number) << UNITS[unit.lower()]


def objects():
    """Each object with the name of its file."""
    for file in sorted(KUBERNETES.glob("*.yaml")):
        if file.name not in NOT_OBJECTS:
            for document in yaml.safe_load_all(file.read_text()):
                yield file.name, document


def site(text, where):
    """The properties of an hbase-site.xml."""
    try:
        tree = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as error:
        problems.append(f"{where}: {error}")
        return {}
    return {p.findtext("name"): p.findtext("value") for p in tree.iter("property")}


def check_options(properties, where):
    known = set(re.findall(r"^### `([^`]+)`", (ROOT / "docs/reference/configuration.md").read_text(), re.M))
    for key in properties:
        require(not key.startswith("lighter.") or key in known, f"{where}: there is no option {key}")


def default_ports():
    """Option to its default, for those that are ports."""
    page = (ROOT / "docs/reference/configuration.md").read_text()
    return dict(re.findall(r"^### `(lighter\.[a-z.]*port)`.*?^- Default: `(-?\d+)`", page, re.M | re.S))


def exposed_ports():
    line = re.search(r"^EXPOSE (.*)$", (HERE / "Dockerfile").read_text(), re.M).group(1)
    return {int(port) for port in line.split()}


def image_uid():
    return int(re.search(r"^ARG LIGHTER_UID=(\d+)$", (HERE / "Dockerfile").read_text(), re.M).group(1))


def has_labels(selector, labels):
    return bool(selector) and selector.items() <= (labels or {}).items()


def check_command(command, where):
    words = command if isinstance(command, list) else [command]
    known = {file.name for file in (HERE / "bin").iterdir()} | {"/bin/bash"}
    require(words[0] in known, f"{where}: the image has no command {words[0]}")


def check_container(container, pod, config_maps, where):
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    require(set(ports.values()) <= exposed_ports(), f"{where}: ports {ports} are not those of the image")
    require(container["args"] in (["manager"], ["server"]), f"{where}: args {container['args']}")
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        require(probe in container, f"{where}: no {probe}")
        check_command(container.get(probe, {}).get("exec", {}).get("command", ["?"]), f"{where}, {probe}")
    for kind in ("requests", "limits"):
        for resource in ("cpu", "memory"):
            require(resource in container["resources"].get(kind, {}), f"{where}: no {kind} of {resource}")
    context = container["securityContext"]
    require(
        context.get("allowPrivilegeEscalation") is False
        and context.get("readOnlyRootFilesystem") is True
        and context.get("capabilities") == {"drop": ["ALL"]},
        f"{where}: securityContext {context}",
    )
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    require(set(mounts) == set(volumes), f"{where}: mounts {set(mounts)}, volumes {set(volumes)}")
    require(mounts.get("conf") == "/etc/hbase/conf", f"{where}: the configuration is not where the image looks")
    environment = {variable["name"] for variable in container.get("env", [])}
    defined = set()
    for variable in container.get("env", []):
        used = set(re.findall(r"\$\(([A-Z_]+)\)", variable.get("value", "")))
        require(used <= defined, f"{where}: {variable['name']} uses {used - defined}")
        defined.add(variable["name"])
    for volume in volumes.values():
        name = volume.get("configMap", {}).get("name")
        if name is not None:
            require(name in config_maps, f"{where}: there is no ConfigMap {name}")
            for file, text in config_maps.get(name, {}).items():
                wanted = set(re.findall(r"\$\{env\.(\w+)", text))
                require(wanted <= environment, f"{where}: {file} wants {wanted - environment} of the environment")


def check_heap(container, properties, where):
    cache = size(properties["lighter.server.cache.size"])
    limit = size(container["resources"]["limits"]["memory"])
    heap = limit - cache - max(LEAST_MARGIN, cache // 4) - max(OVERHEAD, limit // 8)
    require(heap >= LEAST_HEAP, f"{where}: {heap >> 20} MB are left for the heap")


def check_kubernetes():
    everything = list(objects())
    by_kind = {}
    for file, item in everything:
        require({"apiVersion", "kind", "metadata"} <= set(item), f"{file}: an object without kind or name")
        by_kind.setdefault(item["kind"], {})[item["metadata"]["name"]] = item
    files = {file for file, _ in everything}
    kustomization = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
    require(
        files - set(kustomization["resources"]) == {"autoscale.yaml"}
        and set(kustomization["resources"]) <= files,
        f"kustomization.yaml names {kustomization['resources']}, there are {files}",
    )
    images = {image["name"] for image in kustomization["images"]}
    config_maps = {name: item["data"] for name, item in by_kind["ConfigMap"].items()}
    properties = {}
    for name, data in config_maps.items():
        for file, text in data.items():
            properties.update(site(text, f"ConfigMap {name}, {file}"))
    check_options(properties, "ConfigMap")
    workloads = [item for kind in WORKLOADS for item in by_kind[kind].values()]
    for item in workloads:
        where = f"{item['kind']} {item['metadata']['name']}"
        template = item["spec"]["template"]
        labels, pod = template["metadata"]["labels"], template["spec"]
        require(has_labels(item["spec"]["selector"]["matchLabels"], labels), f"{where}: selects other pods")
        require(item["spec"]["replicas"] >= 2, f"{where}: {item['spec']['replicas']} replicas")
        require(pod["securityContext"].get("runAsNonRoot") is True, f"{where}: may run as root")
        require(pod["securityContext"].get("runAsUser") == image_uid(), f"{where}: not the image's user")
        for container in pod["containers"]:
            require(container["image"] in images, f"{where}: image {container['image']} is not in kustomization.yaml")
            check_container(container, pod, config_maps, where)
        annotations = template["metadata"]["annotations"]
        ports = {str(port["containerPort"]) for c in pod["containers"] for port in c["ports"]}
        require(annotations["prometheus.io/port"] in ports, f"{where}: Prometheus is sent to another port")
        for term in pod["affinity"]["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"]:
            require(
                has_labels(term["podAffinityTerm"]["labelSelector"]["matchLabels"], labels),
                f"{where}: keeps away from other pods than its own",
            )
    check_server(by_kind, properties)
    check_services(by_kind, workloads)
    check_autoscaling(by_kind)


def check_server(by_kind, properties):
    server = by_kind["StatefulSet"]["lighter-server"]
    pod = server["spec"]["template"]["spec"]
    require(pod["terminationGracePeriodSeconds"] > DRAIN_SECONDS, "StatefulSet: ends before a server has drained")
    service = by_kind["Service"].get(server["spec"]["serviceName"])
    require(service is not None and service["spec"].get("clusterIP") == "None", "StatefulSet: no headless service")
    container = pod["containers"][0]
    check_heap(container, properties, "StatefulSet")
    hook = container["lifecycle"]["preStop"]["exec"]["command"]
    check_command(hook, "StatefulSet, preStop")
    variables = {variable["name"]: variable.get("value", "") for variable in container["env"]}
    used = {name for name in re.findall(r"\$(\w+)", hook[-1])}
    require(used <= set(variables), f"preStop uses {used - set(variables)}")
    require(
        f".{server['spec']['serviceName']}." in variables["LIGHTER_HOSTNAME"],
        "LIGHTER_HOSTNAME is not a name of the headless service",
    )


def check_services(by_kind, workloads):
    for name, service in by_kind["Service"].items():
        found = [
            item
            for item in workloads
            if has_labels(service["spec"]["selector"], item["spec"]["template"]["metadata"]["labels"])
        ]
        require(len(found) == 1, f"Service {name} selects {len(found)} workloads")
        for item in found:
            ports = {
                port["name"]: port["containerPort"]
                for container in item["spec"]["template"]["spec"]["containers"]
                for port in container["ports"]
            }
            for port in service["spec"]["ports"]:
                require(ports.get(port["targetPort"]) == port["port"], f"Service {name}: port {port}")
    for name, budget in by_kind["PodDisruptionBudget"].items():
        require(
            any(
                has_labels(budget["spec"]["selector"]["matchLabels"], item["spec"]["template"]["metadata"]["labels"])
                for item in workloads
            ),
            f"PodDisruptionBudget {name} is about no pods",
        )


def check_autoscaling(by_kind):
    adapter = yaml.safe_load((KUBERNETES / "prometheus-adapter.yaml").read_text())
    rules = {rule["name"]["as"]: rule for rule in adapter["rules"]["external"]}
    page = (ROOT / "docs/reference/metrics.md").read_text()
    for rule in rules.values():
        require(f"`{rule['seriesQuery']}`" in page, f"prometheus-adapter.yaml: no metric {rule['seriesQuery']}")
    for name, scaler in by_kind["HorizontalPodAutoscaler"].items():
        target = scaler["spec"]["scaleTargetRef"]
        workload = by_kind.get(target["kind"], {}).get(target["name"])
        require(workload is not None, f"HorizontalPodAutoscaler {name}: no {target}")
        require(
            scaler["spec"]["minReplicas"] <= workload["spec"]["replicas"] <= scaler["spec"]["maxReplicas"],
            f"HorizontalPodAutoscaler {name}: replicas",
        )
        for metric in scaler["spec"]["metrics"]:
            require(metric["external"]["metric"]["name"] in rules, f"HorizontalPodAutoscaler {name}: {metric}")


def compose():
    text = (HERE / "compose.yaml").read_text()
    # Variables have their defaults here.
    return yaml.safe_load(re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text))


def check_compose():
    cluster = compose()
    services = cluster["services"]
    roles = set(re.findall(r"^  (\w+)\)", (HERE / "bin/hbase-entrypoint").read_text(), re.M)) | {"manager", "server"}
    for name, service in services.items():
        require("mem_limit" in service and "cpus" in service, f"compose.yaml: {name} has no limits")
        require(set(service.get("depends_on", [])) <= set(services), f"compose.yaml: {name} depends on others")
        if "command" in service:
            require(service["command"][0] in roles, f"compose.yaml: {name} runs {service['command']}")
            require(service["hostname"] == name, f"compose.yaml: {name} has another name")
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            there = (HERE / source).exists() if source.startswith(".") else source in cluster["volumes"]
            require(there, f"compose.yaml: {name} mounts {source}, which is not there")
        for port in service.get("ports", []):
            require(port.startswith("127.0.0.1:"), f"compose.yaml: {name} opens {port} to everybody")
    properties = {}
    for file in sorted((HERE / "conf").glob("*.xml")):
        properties.update(site(file.read_text(), file.name))
    check_options(properties, "conf")
    server = services["server-1"]
    check_heap({"resources": {"limits": {"memory": server["mem_limit"]}}}, properties, "compose.yaml, server-1")
    require(server["stop_grace_period"] == "11m", "compose.yaml: a server is killed while it drains")
    for key, value in default_ports().items():
        if int(value) > 0:
            require(int(value) in exposed_ports(), f"the image does not expose {key}, {value}")
    scraped = yaml.safe_load((HERE / "prometheus/prometheus.yml").read_text())
    for job in scraped["scrape_configs"]:
        for group in job["static_configs"]:
            for target in group["targets"]:
                require(target.split(":")[0] in services, f"prometheus.yml: there is no {target}")


def check_schema():
    import kubernetes_validate

    for file, item in objects():
        where = f"{file}, {item['kind']} {item['metadata']['name']}"
        try:
            kubernetes_validate.validate(item, "1.29", strict=True)
        except kubernetes_validate.ValidationError as error:
            problems.append(f"{where}: {error}")


def main(arguments):
    if arguments[:1] == ["--limits"]:
        service = compose()["services"][arguments[1]]
        print(size(service["mem_limit"]), int(float(service["cpus"]) * 1_000_000_000))
    elif arguments == ["--pre-stop"]:
        servers = [item for _, item in objects() if item["kind"] == "StatefulSet"]
        container = servers[0]["spec"]["template"]["spec"]["containers"][0]
        print(container["lifecycle"]["preStop"]["exec"]["command"][-1])
    elif arguments == ["--schema"]:
        check_schema()
    else:
        check_kubernetes()
        check_compose()
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
