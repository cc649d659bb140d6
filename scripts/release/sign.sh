#!/usr/bin/env bash
# Signs SHA256SUMS of a release, in the folder that is named, with the identity of the workflow that runs this (cosign, keyless). One signature is for all
# files, whose SHA-256 it has.
set -euo pipefail
cd "${1:?the folder of the release}"
sha256sum --check --quiet SHA256SUMS
cosign sign-blob --yes --bundle SHA256SUMS.sigstore.json SHA256SUMS
