package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// What of deploy/Dockerfile is needed: it has no more instructions than these, and one that is unknown is an error.
type recipe struct {
	from       string
	copied     []string
	folder     string
	user       string
	entrypoint []string
	cmd        []string
}

func readDockerfile(path string) (recipe, error) {
	var found recipe
	text, err := os.ReadFile(path)
	if err != nil {
		return found, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		rest := strings.TrimSpace(strings.TrimPrefix(line, words[0]))
		switch words[0] {
		case "FROM":
			found.from = rest
		case "COPY":
			found.copied = append(found.copied, words[1:len(words)-1]...)
			found.folder = strings.Trim(words[len(words)-1], "/")
		case "USER":
			found.user = rest
		case "ENTRYPOINT":
			err = json.Unmarshal([]byte(rest), &found.entrypoint)
		case "CMD":
			err = json.Unmarshal([]byte(rest), &found.cmd)
		default:
			err = fmt.Errorf("%s: %s is not known here", path, words[0])
		}
		if err != nil {
			return found, err
		}
	}
	return found, nil
}
