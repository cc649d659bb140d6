#!/usr/bin/env bash
# Fails where the tag that is named is not of the version of package.json.
set -euo pipefail
tag=${1:?the tag}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
version=$(node -p "require('./package.json').version")
[[ $tag == "v$version" ]] || { echo "error: the tag is $tag, and package.json has version $version" >&2; exit 1; }
