#!/usr/bin/env bash
# Makes the GitHub release of a tag from the files of the folder that is named, where all are as SHA256SUMS says, and SHA256SUMS is signed.
set -euo pipefail
tag=${1:?the tag}
cd "${2:?the folder of the release}"
sha256sum --check --quiet SHA256SUMS
test -s SHA256SUMS.sigstore.json || { echo 'error: SHA256SUMS is not signed' >&2; exit 1; }
gh release create "$tag" --verify-tag --generate-notes -- *
