//! Encodes values in Prometheus' format: one call per metric.

use std::fmt::Error;

use fairway_command::Distribution;
use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeMetric, MetricEncoder, NoLabelSet,
};
use prometheus_client::metrics::MetricType;

/// Label names and values.
type Labels<'a, const N: usize> = [(&'a str, &'a str); N];

/// A page that is being written.
pub(super) struct Page<'a>(DescriptorEncoder<'a>);

impl<'a> Page<'a> {
    pub(super) const fn on(encoder: DescriptorEncoder<'a>) -> Self {
        Self(encoder)
    }

    fn begin<'s>(
        &'s mut self,
        name: &'s str,
        help: &str,
        of: MetricType,
    ) -> Result<MetricEncoder<'s>, Error> {
        self.0.encode_descriptor(name, help, None, of)
    }

    /// A number that goes up and down.
    pub(super) fn gauge(&mut self, name: &str, help: &str, value: impl GaugeValue) -> Result<(), Error> {
        self.begin(name, help, MetricType::Gauge)?.encode_gauge(&value.reading())
    }

    /// The same, one per set of labels.
    pub(super) fn gauges<'l, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        values: impl IntoIterator<Item = (Labels<'l, N>, impl GaugeValue)>,
    ) -> Result<(), Error> {
        let mut metric = self.begin(name, help, MetricType::Gauge)?;
        for (labels, value) in values {
            metric.encode_family(&labels)?.encode_gauge(&value.reading())?;
        }
        Ok(())
    }

    /// A number that only grows; the format adds `_total` to its name.
    pub(super) fn counter(
        &mut self,
        name: &str,
        help: &str,
        value: impl EncodeCounterValue,
    ) -> Result<(), Error> {
        self.begin(name, help, MetricType::Counter)?.encode_counter::<NoLabelSet, _, f64>(&value, None)
    }

    /// The same, one per set of labels.
    pub(super) fn counters<'l, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        values: impl IntoIterator<Item = (Labels<'l, N>, u64)>,
    ) -> Result<(), Error> {
        let mut metric = self.begin(name, help, MetricType::Counter)?;
        for (labels, value) in values {
            metric.encode_family(&labels)?.encode_counter::<NoLabelSet, _, f64>(&value, None)?;
        }
        Ok(())
    }

    /// A distribution of the writer, in units of `scale`.
    pub(super) fn histogram(
        &mut self,
        name: &str,
        help: &str,
        values: &Distribution,
        scale: f64,
    ) -> Result<(), Error> {
        let buckets: Vec<(f64, u64)> = values
            .ranges()
            .map(|(bound, count)| (bound.map_or(f64::INFINITY, |bound| bound as f64 * scale), count))
            .collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        self.begin(name, help, MetricType::Histogram)?.encode_histogram::<NoLabelSet>(
            values.sum() as f64 * scale,
            count,
            &buckets,
            None,
        )
    }

    /// A metric that encodes itself.
    pub(super) fn metric(&mut self, name: &str, help: &str, metric: &impl EncodeMetric) -> Result<(), Error> {
        let encoder = self.begin(name, help, metric.metric_type())?;
        metric.encode(encoder)
    }
}

/// Types that a gauge accepts.
pub(super) trait GaugeValue {
    fn reading(self) -> impl EncodeGaugeValue;
}

impl GaugeValue for bool {
    fn reading(self) -> impl EncodeGaugeValue {
        i64::from(self)
    }
}

impl GaugeValue for usize {
    fn reading(self) -> impl EncodeGaugeValue {
        i64::try_from(self).unwrap_or(i64::MAX)
    }
}

impl GaugeValue for u32 {
    fn reading(self) -> impl EncodeGaugeValue {
        i64::from(self)
    }
}

impl GaugeValue for i32 {
    fn reading(self) -> impl EncodeGaugeValue {
        i64::from(self)
    }
}

impl GaugeValue for i64 {
    fn reading(self) -> impl EncodeGaugeValue {
        self
    }
}

impl GaugeValue for f64 {
    fn reading(self) -> impl EncodeGaugeValue {
        self
    }
}
