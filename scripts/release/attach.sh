#!/usr/bin/env bash
# Writes beside the archives of a release, in the folder that is named: an SBOM (CycloneDX) of everything they are made from, and the SHA-256 of every file.
set -euo pipefail
folder=${1:?the folder of the release}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
node scripts/setup.mjs scripts/release/sbom.ts > "$folder/sbom.cdx.json"
cd "$folder"
sha256sum -- *.tar.gz *.zip sbom.cdx.json krew-manifest.yaml > SHA256SUMS
