//! Columns side by side, each of one series or of several on top of each other.

use maud::{Markup, html};

use super::{Size, path, rectangle, svg, text, ticks, width_of};

const LEFT: f64 = 44.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 26.0;

/// A series: its name, its class of colour, and a value for each label.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) class: &'static str,
    pub(crate) values: Vec<f64>,
}

/// What to draw.
pub(crate) struct Columns<'a> {
    /// Below each column: the label, and the name in the tooltip.
    pub(crate) labels: &'a [(String, String)],
    /// From the bottom up.
    pub(crate) series: &'a [Series],
    /// Formats a value.
    pub(crate) unit: fn(f64) -> String,
    /// The title of the axis, where the labels need one.
    pub(crate) axis: Option<&'a str>,
}

impl Columns<'_> {
    pub(crate) fn draw(&self, size: Size) -> Markup {
        let height = if size == Size::Full { 280.0 } else { 240.0 };
        let bottom = BOTTOM + if self.axis.is_some() { 16.0 } else { 0.0 };
        let (width, plot) = (size.width() - LEFT - 4.0, height - TOP - bottom);
        let ticks = ticks(self.tallest());
        let top = ticks.last().copied().unwrap_or(1.0);
        let y = |value: f64| TOP + plot * (1.0 - value / top);
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        let (number, slot) = (self.labels.len(), width / self.labels.len().max(1) as f64);
        let thick = (slot * 0.72).min(56.0);
        let widest = self.labels.iter().map(|(label, _)| width_of(label)).fold(0.0, f64::max) + 6.0;
        // Every label where they fit, else every second, third, …
        let every = (1..=number.max(1)).find(|every| widest <= slot * as_number(*every)).unwrap_or(1);
        // The value above each column, where all of them fit. Their letters are a little smaller than the others.
        let values: Vec<String> = (0..number)
            .map(|index| self.sum(index))
            .map(|sum| if sum > 0.0 { (self.unit)(sum) } else { String::new() })
            .collect();
        let has_values = values.iter().all(|value| width_of(value) * 0.98 <= slot);
        let column = |index: usize, name: &str, middle: f64| {
            let values = self.series.iter().map(|series| series.values.get(index).copied().unwrap_or(0.0));
            let segments = self.series.iter().zip(values).filter(|(_, value)| *value > 0.0);
            let drawn = segments.scan(0.0, |below, (series, value)| {
                let tall = plot * value / top;
                let title = format!("{name}: {} {}", series.name, (self.unit)(value));
                let at = (middle - thick / 2.0, y(*below + value));
                // A small gap between the segments of a column.
                let gap = if *below > 0.0 && tall > 2.0 { 1.0 } else { 0.0 };
                *below += value;
                Some(rectangle(at, (thick, tall - gap), series.class, &title))
            });
            drawn.collect::<Vec<_>>()
        };
        let content = html! {
            @for tick in &ticks {
                @let line = if *tick == 0.0 { "base" } else { "grid" };
                (path(&format!("M{LEFT} {:.1}H{:.1}", y(*tick), LEFT + width), line))
                (text(LEFT - 6.0, y(*tick) + 4.0, "tick end", &(self.unit)(*tick)))
            }
            @for (index, (label, name)) in self.labels.iter().enumerate() {
                @let middle = LEFT + slot * (as_number(index) + 0.5);
                @for segment in column(index, name, middle) { (segment) }
                @if has_values && !values[index].is_empty() {
                    (text(middle, y(self.sum(index)) - 4.0, "value small middle", &values[index]))
                }
                @if index.is_multiple_of(every) {
                    (text(middle, height - bottom + 17.0, "tick middle", label))
                }
            }
            @if let Some(axis) = self.axis {
                (text(LEFT + width / 2.0, height - 4.0, "tick middle", axis))
            }
        };
        svg(size, height, &content)
    }

    fn tallest(&self) -> f64 {
        (0..self.labels.len()).map(|index| self.sum(index)).fold(0.0, f64::max)
    }

    /// The height of a column.
    fn sum(&self, index: usize) -> f64 {
        self.series.iter().filter_map(|series| series.values.get(index)).sum()
    }
}

#[expect(clippy::cast_precision_loss, reason = "the number of a column")]
fn as_number(index: usize) -> f64 {
    index as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_segments_of_a_column_are_stacked_and_have_tooltips() {
        let labels =
            [("Jan".to_owned(), "January 2026".to_owned()), ("Feb".to_owned(), "February 2026".to_owned())];
        let series = [
            Series { name: "De Eik".to_owned(), class: "s1", values: vec![3.0, 0.0] },
            Series { name: "<Wilg>".to_owned(), class: "s2", values: vec![1.0, 4.0] },
        ];
        let unit = |value: f64| format!("{value:.0}");
        let chart = Columns { labels: &labels, series: &series, unit, axis: None };
        let drawn = chart.draw(Size::Phone).into_string();
        assert_eq!(drawn.matches("<rect").count(), 3, "a value of zero draws nothing");
        assert!(drawn.contains("<title>January 2026: De Eik 3</title>"), "{drawn}");
        assert!(drawn.contains("&lt;Wilg&gt; 4"), "{drawn}");
        assert_eq!(drawn.matches(">4</text>").count(), 3, "a tick, and the value above each column: {drawn}");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }

    #[test]
    fn a_chart_without_values_is_an_empty_frame() {
        let unit = |value: f64| format!("{value:.0}");
        let chart = Columns { labels: &[], series: &[], unit, axis: Some("days") };
        let drawn = chart.draw(Size::Full).into_string();
        assert!(!drawn.contains("<rect") && !drawn.contains("NaN"), "{drawn}");
    }
}
