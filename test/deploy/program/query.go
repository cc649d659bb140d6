package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

// question has series as Prometheus stores them, and when each expression is evaluated. Times are in seconds.
type question struct {
	Series []struct {
		Labels map[string]string `json:"labels"`
		// A value of null is the mark of a series that ended.
		Samples []struct {
			Time  int64    `json:"time"`
			Value *float64 `json:"value"`
		} `json:"samples"`
	} `json:"series"`
	Expressions []string `json:"expressions"`
	Times       []int64  `json:"times"`
}

// query prints the label sets that each expression answers at each time.
func query() error {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		return err
	}
	stored := storedSeries(asked)
	prometheus := promql.NewEngine(promql.EngineOpts{MaxSamples: 1e7, Timeout: time.Minute})
	answers := make([][][]map[string]string, len(asked.Expressions))
	for i, expression := range asked.Expressions {
		for _, at := range asked.Times {
			found, err := answerOf(prometheus, stored, expression, time.Unix(at, 0))
			if err != nil {
				return err
			}
			answers[i] = append(answers[i], found)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(answers)
}

func answerOf(prometheus *promql.Engine, stored []storage.Series, expression string, at time.Time) ([]map[string]string, error) {
	querier := &storage.MockQuerier{SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		return &matching{stored: stored, matchers: matchers}
	}}
	asked, err := prometheus.NewInstantQuery(context.Background(), &storage.MockQueryable{MockQuerier: querier}, nil, expression, at)
	if err != nil {
		return nil, err
	}
	defer asked.Close()
	vector, err := asked.Exec(context.Background()).Vector()
	if err != nil {
		return nil, err
	}
	found := []map[string]string{}
	for _, sample := range vector {
		found = append(found, sample.Metric.Map())
	}
	return found, nil
}

func storedSeries(asked question) []storage.Series {
	stored := []storage.Series{}
	for _, each := range asked.Series {
		samples := []chunks.Sample{}
		for _, sample := range each.Samples {
			number := math.Float64frombits(value.StaleNaN)
			if sample.Value != nil {
				number = *sample.Value
			}
			samples = append(samples, float{sample.Time * 1000, number})
		}
		stored = append(stored, storage.NewListSeries(labels.FromMap(each.Labels), samples))
	}
	return stored
}

// float is a sample that is no histogram.
type float struct {
	time  int64
	value float64
}

func (f float) T() int64                      { return f.time }
func (f float) ST() int64                     { return 0 }
func (f float) F() float64                    { return f.value }
func (f float) H() *histogram.Histogram       { return nil }
func (f float) FH() *histogram.FloatHistogram { return nil }
func (f float) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (f float) Copy() chunks.Sample           { return f }

// matching are the stored series that all matchers take.
type matching struct {
	stored   []storage.Series
	matchers []*labels.Matcher
	at       storage.Series
}

func (m *matching) Next() bool {
	for len(m.stored) > 0 {
		m.at, m.stored = m.stored[0], m.stored[1:]
		if m.takes(m.at.Labels()) {
			return true
		}
	}
	return false
}

func (m *matching) takes(all labels.Labels) bool {
	for _, matcher := range m.matchers {
		if !matcher.Matches(all.Get(matcher.Name)) {
			return false
		}
	}
	return true
}

func (m *matching) At() storage.Series { return m.at }
func (m *matching) Err() error         { return nil }

func (m *matching) Warnings() annotations.Annotations { return nil }
