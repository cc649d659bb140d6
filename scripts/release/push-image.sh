#!/usr/bin/env bash
# Pushes the image of a tag to the registry of the repository, with the job's token (TOKEN), and signs what the registry has, by its digest.
set -euo pipefail
tag=${1:?the tag}
docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin <<<"$TOKEN"
image=$(npm run --silent image -- --push "ghcr.io/$GITHUB_REPOSITORY:${tag#v}" | tail -1)
[[ $image == *@sha256:* ]] || { echo 'error: the image was not pushed' >&2; exit 1; }
cosign sign --yes "$image"
