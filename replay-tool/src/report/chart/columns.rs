//! Columns side by side, each of one series or of several on top of each other.

use maud::{Markup, html};

use super::{Size, path, rectangle, svg, text, ticks, width_of};

const LEFT: f64 = 44.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 26.0;

/// Between the last column and that of the rest, in columns.
const GAP: f64 = 0.6;
/// Between two labels.
const BETWEEN: f64 = 5.0;

/// A series: its name, its class of colour, and a value for each label; none: not known.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) class: &'static str,
    pub(crate) values: Vec<Option<f64>>,
}

/// The text below a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct Label {
    pub(crate) short: String,
    /// In the tooltip.
    pub(crate) long: String,
    /// On a second line, such as a year.
    pub(crate) below: Option<String>,
    /// Whether it is of all that has no column of its own: it has no place on an axis, and stands apart.
    pub(crate) is_rest: bool,
}

/// What to draw.
pub(crate) struct Columns<'a> {
    pub(crate) labels: &'a [Label],
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
        let has_second_line = self.axis.is_some() || self.labels.iter().any(|label| label.below.is_some());
        let bottom = BOTTOM + if has_second_line { 16.0 } else { 0.0 };
        let (width, plot) = (size.width() - LEFT - 4.0, height - TOP - bottom);
        let ticks = ticks(self.tallest());
        let top = ticks.last().copied().unwrap_or(1.0);
        let y = |value: f64| TOP + plot * (1.0 - value / top);
        let number = self.labels.len();
        let apart = self.labels.iter().filter(|label| label.is_rest).count();
        let slot = width / (as_number(number) + GAP * as_number(apart)).max(1.0);
        let middle = |index: usize| {
            let before = self.labels.iter().take(index + 1).filter(|label| label.is_rest).count();
            LEFT + slot * (as_number(index) + GAP * as_number(before) + 0.5)
        };
        let thick = (slot * 0.72).min(56.0);
        let shown = self.shown(middle);
        // The value above each column, where all of them fit. Their letters are a little smaller than the others.
        let values: Vec<String> =
            (0..number).map(|index| self.sum(index).map_or_else(String::new, self.unit)).collect();
        let has_values = values.iter().all(|value| width_of(value) * 0.98 + BETWEEN <= slot);
        let column = |index: usize, name: &str, middle: f64| {
            let values = self.series.iter().map(|series| series.values.get(index).copied().flatten());
            let known = self.series.iter().zip(values).filter_map(|(series, value)| Some((series, value?)));
            let drawn = known.filter(|(_, value)| *value > 0.0).scan(0.0, |below, (series, value)| {
                let tall = plot * value / top;
                let title = format!("{name}: {} {}", series.name, (self.unit)(value));
                let at = (middle - thick / 2.0, y(*below + value));
                // A small gap between the segments of a column.
                let gap = if *below > 0.0 && tall > 2.0 { 1.0 } else { 0.0 };
                *below += value;
                // A single series has a colour of its own for the rest.
                let class =
                    if self.series.len() == 1 && self.labels[index].is_rest { "rest" } else { series.class };
                Some(rectangle(at, (thick, tall - gap), class, &title))
            });
            drawn.collect::<Vec<_>>()
        };
        let content = html! {
            @for tick in &ticks {
                @let line = if *tick == 0.0 { "base" } else { "grid" };
                (path(&format!("M{LEFT} {:.1}H{:.1}", y(*tick), LEFT + width), line))
                (text(LEFT - 6.0, y(*tick) + 4.0, "tick end", &(self.unit)(*tick)))
            }
            @for (index, label) in self.labels.iter().enumerate() {
                @let middle = middle(index);
                @for segment in column(index, &label.long, middle) { (segment) }
                @match self.sum(index) {
                    Some(sum) if has_values => (text(middle, y(sum) - 4.0, "value small middle", &values[index])),
                    Some(_) => {}
                    None => (text(middle, y(0.0) - 4.0, "small middle", "–")),
                }
                @if shown.contains(&index) {
                    // No label is cut off at the edge.
                    @let within = middle.min(LEFT + width + 4.0 - width_of(&label.short) / 2.0);
                    (text(within, height - bottom + 17.0, "tick middle", &label.short))
                }
                @if let Some(below) = &label.below {
                    (text(middle, height - bottom + 33.0, "tick middle", below))
                }
            }
            @if let Some(axis) = self.axis {
                (text(LEFT + width / 2.0, height - 4.0, "tick middle", axis))
            }
        };
        svg(size, height, &content)
    }

    /// The labels that are shown: all where they fit, else every second, third, …; that of the rest always.
    fn shown(&self, middle: impl Fn(usize) -> f64) -> Vec<usize> {
        let fit = |one: usize, other: usize| {
            let widths = width_of(&self.labels[one].short) + width_of(&self.labels[other].short);
            middle(other) - middle(one) >= widths / 2.0 + BETWEEN
        };
        let (rest, ordered): (Vec<usize>, Vec<usize>) =
            (0..self.labels.len()).partition(|index| self.labels[*index].is_rest);
        // One with a second line is one of them.
        let anchor = self.labels.iter().rposition(|label| label.below.is_some()).unwrap_or(0);
        let steps = (1..=ordered.len())
            .map(|step| ordered.iter().copied().skip(anchor % step).step_by(step).collect::<Vec<_>>());
        let all_fit = |shown: &Vec<usize>| shown.windows(2).all(|pair| fit(pair[0], pair[1]));
        let mut shown = steps.into_iter().find(all_fit).unwrap_or_default();
        shown.retain(|index| rest.iter().all(|rest| fit(*index, *rest)));
        shown.extend(rest);
        shown
    }

    fn tallest(&self) -> f64 {
        (0..self.labels.len()).filter_map(|index| self.sum(index)).fold(0.0, f64::max)
    }

    /// The height of a column; none where nothing is known.
    fn sum(&self, index: usize) -> Option<f64> {
        let known = || self.series.iter().filter_map(|series| series.values.get(index).copied().flatten());
        known().next().map(|_| known().sum())
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
        let labels = ["Jan", "Feb", "Mar"].map(|short| Label {
            short: short.to_owned(),
            long: format!("{short} 2026"),
            ..Label::default()
        });
        let series = [
            Series { name: "De Eik".to_owned(), class: "s1", values: vec![Some(3.0), Some(0.0), None] },
            Series { name: "<Wilg>".to_owned(), class: "s2", values: vec![Some(1.0), Some(4.0), None] },
        ];
        let unit = |value: f64| format!("{value:.0}");
        let chart = Columns { labels: &labels, series: &series, unit, axis: None };
        let drawn = chart.draw(Size::Phone).into_string();
        assert_eq!(drawn.matches("<rect").count(), 3, "a value of zero draws nothing");
        assert!(drawn.contains("<title>Jan 2026: De Eik 3</title>"), "{drawn}");
        assert!(drawn.contains("&lt;Wilg&gt; 4"), "{drawn}");
        assert_eq!(drawn.matches(">4</text>").count(), 3, "a tick, and the value above each column: {drawn}");
        assert_eq!(drawn.matches(">–</text>").count(), 1, "a month of which nothing is known: {drawn}");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }

    #[test]
    fn a_chart_without_values_is_an_empty_frame() {
        let unit = |value: f64| format!("{value:.0}");
        let chart = Columns { labels: &[], series: &[], unit, axis: Some("days") };
        let drawn = chart.draw(Size::Full).into_string();
        assert!(!drawn.contains("<rect") && !drawn.contains("NaN"), "{drawn}");
    }

    #[test]
    fn labels_are_shown_where_they_fit_and_that_of_the_rest_always() {
        let shown = |names: &[&str], size| {
            let label = |name: &&str| Label {
                short: (*name).to_owned(),
                long: (*name).to_owned(),
                is_rest: *name == "other",
                below: None,
            };
            let labels: Vec<Label> = names.iter().map(label).collect();
            let series =
                [Series { name: "Places".to_owned(), class: "s1", values: vec![Some(1.0); names.len()] }];
            let drawn =
                Columns { labels: &labels, series: &series, unit: |_| String::new(), axis: None }.draw(size);
            let drawn = drawn.into_string();
            names.iter().filter(|name| drawn.contains(&format!(">{name}</text>"))).count()
        };
        assert_eq!(shown(&["alone", "2", "3", "4", "other"], Size::Phone), 5);
        let days = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "other"];
        assert_eq!(shown(&days, Size::Full), 15);
        let phone = shown(&days, Size::Phone);
        assert!((7..15).contains(&phone), "{phone}");
        assert_eq!(shown(&["0", "1", "other"], Size::Half), 3);
    }
}
