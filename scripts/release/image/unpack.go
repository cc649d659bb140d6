package main

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// Writes the files of an image of a registry to a folder, as a runtime would see them.
func unpack(reference, platform, folder string) error {
	from, err := name.ParseReference(reference)
	if err != nil {
		return err
	}
	on, err := v1.ParsePlatform(platform)
	if err != nil {
		return err
	}
	image, err := remote.Image(from, remote.WithPlatform(*on), remote.WithAuthFromKeychain(authn.DefaultKeychain))
	if err != nil {
		return err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return err
	}
	files := mutate.Extract(image)
	defer files.Close()
	if err := extract(tar.NewReader(files), folder); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(config)
}

func extract(archive *tar.Reader, folder string) error {
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		// The root of the path keeps what it names within the folder.
		at := filepath.Join(folder, filepath.Clean("/"+header.Name))
		mode := os.FileMode(header.Mode).Perm()
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		switch header.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(at, mode)
		case tar.TypeSymlink:
			err = os.Symlink(header.Linkname, at)
		case tar.TypeReg:
			err = write(at, archive, mode)
		}
		if err != nil {
			return err
		}
	}
}

func write(at string, content io.Reader, mode os.FileMode) error {
	file, err := os.OpenFile(at, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, content); err != nil {
		return err
	}
	return file.Close()
}
