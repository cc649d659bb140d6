// Renders a template as krew-release-bot documents it: `release TEMPLATE TAG` prints the manifest. The bot's own module is not to be had from the
// Go module proxy, so its two words are made here: .TagName, and addURIAndSha, which downloads what the URL names.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

type release struct{ TagName string }

func main() {
	log.SetFlags(0)
	if err := render(os.Args[1], release{os.Args[2]}); err != nil {
		log.Fatal(err)
	}
}

func render(file string, of release) error {
	functions := template.FuncMap{"addURIAndSha": addURIAndSha}
	parsed, err := template.New(filepath.Base(file)).Funcs(functions).ParseFiles(file)
	if err != nil {
		return err
	}
	return parsed.Execute(os.Stdout, of)
}

func addURIAndSha(address, tag string) (string, error) {
	parsed, err := template.New("address").Parse(address)
	if err != nil {
		return "", err
	}
	var url strings.Builder
	if err := parsed.Execute(&url, release{tag}); err != nil {
		return "", err
	}
	sum, err := download(url.String())
	return fmt.Sprintf("uri: %s\n    sha256: %x", &url, sum), err
}

func download(url string) (sum []byte, err error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, answer.Status)
	}
	hash := sha256.New()
	_, err = io.Copy(hash, answer.Body)
	return hash.Sum(nil), err
}
