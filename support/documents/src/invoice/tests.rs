//! Another implementation reads the files, and checks the published rules.

mod rules;

use chrono::{DateTime, NaiveDate};
use fairway_events::{BillingDetails, Invoice, Month, MonthAmounts, VatRegime, VatSum};

use super::*;

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day")
}

pub(super) fn club() -> BillingDetails {
    BillingDetails {
        name: "Vereniging Golfclub De Essenlaan".to_owned(),
        street: "Essenlaan 4".to_owned(),
        postal_code: "9751 AB".to_owned(),
        city: "Haren".to_owned(),
        registration: "12345678".to_owned(),
        vat_number: "NL123456782B90".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
    }
}

fn company() -> BillingDetails {
    BillingDetails {
        name: "Fairway B.V.".to_owned(),
        street: "Stationsplein 1".to_owned(),
        postal_code: "3511 ED".to_owned(),
        city: "Utrecht".to_owned(),
        registration: "87654321".to_owned(),
        vat_number: "NL002455799B11".to_owned(),
        iban: "NL02RABO0123456789".to_owned(),
    }
}

fn item(name: &str, quantity: i64, price: i64, vat: VatRegime) -> InvoiceItem {
    InvoiceItem { name: name.to_owned(), quantity, price, vat }
}

/// Items of every regime, and some that take away.
fn items() -> Vec<InvoiceItem> {
    vec![
        item("Ronde van 18 holes, maandag tot en met vrijdag", 412, 3250, VatRegime::Low),
        item("Ronde van 9 holes, zaterdag en zondag", 37, 2175, VatRegime::Low),
        item("Ronde van 9 holes, correctie op oktober 2026", -2, 2175, VatRegime::Low),
        item("Niet verschenen speler", 3, 1000, VatRegime::High),
        item("Toegekend bezwaar", 1, 1, VatRegime::High),
        item("Ronde van 18 holes, zonder prijs", 5, 0, VatRegime::Exempt),
        item("Ronde van 18 holes, zaterdag en zondag", 20, 4015, VatRegime::Exempt),
    ]
}

fn amounts(items: &[InvoiceItem]) -> MonthAmounts {
    let vat = VatRegime::ALL.into_iter().filter_map(|regime| {
        let mut nets = items.iter().filter(|item| item.vat == regime).map(|item| item.quantity * item.price);
        let net = nets.next()? + nets.sum::<i64>();
        Some(VatSum { regime, net, vat: regime.of(net) })
    });
    MonthAmounts { vat: vat.collect(), ..MonthAmounts::default() }
}

fn month() -> Month {
    Month::of(day(2026, 11, 1))
}

fn written(items: &[InvoiceItem], change: impl FnOnce(&mut Invoice)) -> String {
    let mut invoice = Invoice {
        number: "essenlaan-2026-11".to_owned(),
        issued_on: day(2026, 12, 1),
        supplier: club(),
        customer: company(),
    };
    change(&mut invoice);
    ubl(&invoice, month(), items, &amounts(items))
}

#[test]
fn a_regime_whose_lines_cancel_each_other_out_is_not_on_the_invoice() {
    let invoice = Invoice {
        number: "essenlaan-2026-11".to_owned(),
        issued_on: day(2026, 12, 1),
        supplier: club(),
        customer: company(),
    };
    let items = [item("Toegekend bezwaar", 1, 700, VatRegime::Exempt)];
    let mut sums = amounts(&items);
    sums.vat.push(VatSum { regime: VatRegime::High, net: 0, vat: 0 });
    assert_eq!(rules::broken_by_invoice(&ubl(&invoice, month(), &items, &sums)), Vec::<&str>::new());
}

fn paid(transfers: &[Transfer]) -> String {
    let at = DateTime::from_timestamp(1_796_205_600, 0).expect("an instant");
    let BillingDetails { name, iban, .. } = company();
    payments("fairway-2026-11", at, day(2026, 12, 3), &Debtor { name, iban }, transfers)
}

fn transfer(number: &str, creditor: &str, cents: i64) -> Transfer {
    Transfer {
        invoice_number: number.to_owned(),
        earlier: Vec::new(),
        creditor: creditor.to_owned(),
        iban: club().iban,
        cents,
    }
}

fn transfers() -> Vec<Transfer> {
    vec![
        transfer("essenlaan-2026-11", "Vereniging Golfclub De Essenlaan", 1_469_805),
        transfer("ruige-wold-2026-11", "Golfbaan Ruige Wold & Zn.", 5),
    ]
}

/// The texts of the elements with that name.
fn texts(xml: &str, name: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(xml).expect("XML");
    let elements = document.descendants().filter(|node| node.tag_name().name() == name);
    elements.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn an_invoice_obeys_the_published_rules() {
    let items = items();
    let xml = written(&items, |_| ());
    insta::assert_snapshot!("invoice", xml);
    let taken_away = [item("Correctie", -4, 3250, VatRegime::High), item("Ronde", 1, 50, VatRegime::Low)];
    for xml in [&xml, &written(&items[3..4], |_| ()), &written(&taken_away, |_| ())] {
        assert_eq!(rules::broken_by_invoice(xml), [""; 0]);
    }
}

#[test]
fn a_rule_that_is_broken_is_named() {
    let xml = written(&items(), |_| ());
    for (from, to, rule) in [
        ("<cbc:PriceAmount currencyID=\"EUR\">32.50", "<cbc:PriceAmount currencyID=\"EUR\">-32.50", "BR-27"),
        (">389<", ">380<", "PEPPOL-EN16931-P0100"),
        (
            "<cbc:LineExtensionAmount currencyID=\"EUR\">13390.00",
            "<cbc:LineExtensionAmount currencyID=\"EUR\">13390.01",
            "PEPPOL-EN16931-R120",
        ),
        ("<cbc:CityName>Haren</cbc:CityName>", "", "NL-R-002"),
        ("<cbc:CityName>Haren</cbc:CityName>", "<cbc:CityName></cbc:CityName>", "PEPPOL-EN16931-R008"),
        ("<cbc:Percent>9<", "<cbc:Percent>0<", "BR-S-05"),
        ("<cbc:Note>", "<cbc:DueDate>2026-12-31</cbc:DueDate><cbc:Note>", "XML"),
        ("<cbc:BuyerReference>essenlaan-2026-11</cbc:BuyerReference>", "", "PEPPOL-EN16931-R003"),
    ] {
        assert!(xml.contains(from), "{from}");
        let broken = rules::broken_by_invoice(&xml.replace(from, to));
        assert!(broken.contains(&rule), "{rule} in {broken:?}");
    }
}

#[test]
fn what_is_owed_back_has_no_account_to_pay_to() {
    let xml = written(&[item("Correctie", -1, 3250, VatRegime::Low)], |_| ());
    assert_eq!(texts(&xml, "PayableAmount"), ["-35.43"]);
    assert!(texts(&xml, "PaymentMeans").is_empty() && texts(&xml, "PaymentTerms").is_empty());
}

#[test]
fn a_name_cannot_inject_an_element() {
    let name = "Golf & <b>Country</b> \"Club\" ']]>\u{0}\u{b}\u{ffff}\r\n</cbc:Name>";
    let xml =
        written(&[item(name, 1, 3250, VatRegime::Low)], |invoice| invoice.supplier.name = name.to_owned());
    let shown = "Golf & <b>Country</b> \"Club\" ']]> </cbc:Name>";
    assert_eq!(texts(&xml, "RegistrationName")[0], shown);
    assert_eq!(texts(&xml, "Name"), [shown, shown]);
    assert_eq!(rules::broken_by_invoice(&xml), [""; 0]);
}

#[test]
fn a_file_of_payments_obeys_the_published_rules() {
    let xml = paid(&transfers());
    insta::assert_snapshot!("payments", xml);
    assert_eq!(rules::broken_by_payments(&xml), [""; 0]);
    for (from, to, rule) in [
        ("<CtrlSum>14698.10<", "<CtrlSum>14698.11<", "CtrlSum"),
        ("<NbOfTxs>2<", "<NbOfTxs>3<", "NbOfTxs"),
        ("essenlaan-2026-11</EndToEndId>", "é</EndToEndId>", "EPC217-08"),
        ("<ChrgBr>SLEV</ChrgBr>", "", "SEPA"),
        ("<InstdAmt Ccy=\"EUR\">0.05", "<InstdAmt Ccy=\"EUR\">0.00", "InstdAmt"),
        ("<PmtMtd>TRF</PmtMtd>", "<PmtMtd>TRF</PmtMtd><Unknown/>", "XML"),
    ] {
        assert!(xml.contains(from), "{from}");
        let broken = rules::broken_by_payments(&xml.replace(from, to));
        assert!(broken.contains(&rule), "{rule} in {broken:?}");
    }
}

#[test]
fn a_payment_has_only_what_every_bank_takes() {
    let number = "koninklijke-golfclub-de-ruige-wolden-aan-de-waterkant-2026-11";
    let creditor = format!("Café ‘De Łinde’ – Zoë’s <Golf> & Co\n{}", "x".repeat(80));
    let xml = paid(&[transfer(number, &creditor, 100)]);
    assert_eq!(rules::broken_by_payments(&xml), [""; 0]);
    assert_eq!(texts(&xml, "EndToEndId"), ["ige-wolden-aan-de-waterkant-2026-11"]);
    assert_eq!(texts(&xml, "Ustrd"), [format!("Factuur {number}")]);
    assert!(texts(&xml, "Nm")[2].starts_with("Cafe 'De .inde' - Zoe's .Golf. + Co xxx"));
}

#[test]
fn a_payment_of_several_invoices_names_as_many_as_fit() {
    let earlier = |count: u32| (1..=count).rev().map(|month| format!("essenlaan-2026-{month:02}")).collect();
    let named = |earlier: Vec<String>| {
        let xml =
            paid(&[Transfer { earlier, ..transfer("essenlaan-2026-12", "Golfclub De Essenlaan", 100) }]);
        assert_eq!(rules::broken_by_payments(&xml), [""; 0]);
        assert_eq!(texts(&xml, "EndToEndId"), ["essenlaan-2026-12"]);
        texts(&xml, "Ustrd").remove(0)
    };
    assert_eq!(named(earlier(1)), "Facturen essenlaan-2026-12 en essenlaan-2026-01");
    assert_eq!(named(earlier(2)), "Facturen essenlaan-2026-12, essenlaan-2026-02 en essenlaan-2026-01");
    let all = named(earlier(11));
    assert!(all.starts_with("Facturen essenlaan-2026-12, essenlaan-2026-11, "), "{all}");
    assert!(all.ends_with(", essenlaan-2026-07 en 6 eerdere"), "{all}");
    let long = "x".repeat(120);
    assert_eq!(named(vec![long]), "Facturen essenlaan-2026-12 en 1 eerdere");
}
