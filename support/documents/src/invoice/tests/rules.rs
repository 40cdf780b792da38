//! The rules that a file of ours can break, by their published names.
//!
//! Invoices: EN 16931 (`BR-…`, CEN/TC 434, artefacts 1.3.16), Peppol BIS Self-Billing 3.0 (`PEPPOL-EN16931-…`, 2026.5)
//! and its rules for the Netherlands (`NL-R-…`). Payments: pain.001.001.09 and the SEPA's implementation guidelines
//! (EPC132-08, EPC217-08). `XML` stands for the schema: the elements that we use, in the order of their parent. The
//! published files are not in the repository: their licences differ from ours, and running them needs an XSLT 2 processor.

use roxmltree::{Document, Node};

const INVOICE: &[(&str, &str)] = &[
    (
        "Invoice",
        "CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode BuyerReference \
         InvoicePeriod AccountingSupplierParty AccountingCustomerParty PaymentMeans PaymentTerms TaxTotal \
         LegalMonetaryTotal InvoiceLine",
    ),
    ("InvoicePeriod", "StartDate EndDate"),
    ("AccountingSupplierParty", "Party"),
    ("AccountingCustomerParty", "Party"),
    ("Party", "EndpointID PostalAddress PartyTaxScheme PartyLegalEntity"),
    ("PostalAddress", "StreetName CityName PostalZone Country"),
    ("Country", "IdentificationCode"),
    ("PartyTaxScheme", "CompanyID TaxScheme"),
    ("PartyLegalEntity", "RegistrationName CompanyID"),
    ("PaymentMeans", "PaymentMeansCode PaymentID PayeeFinancialAccount"),
    ("PayeeFinancialAccount", "ID Name"),
    ("PaymentTerms", "Note"),
    ("TaxTotal", "TaxAmount TaxSubtotal"),
    ("TaxSubtotal", "TaxableAmount TaxAmount TaxCategory"),
    ("TaxCategory", "ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme"),
    ("ClassifiedTaxCategory", "ID Percent TaxScheme"),
    ("TaxScheme", "ID"),
    ("LegalMonetaryTotal", "LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount PayableAmount"),
    ("InvoiceLine", "ID InvoicedQuantity LineExtensionAmount Item Price"),
    ("Item", "Name ClassifiedTaxCategory"),
    ("Price", "PriceAmount"),
];

const PAYMENTS: &[(&str, &str)] = &[
    ("Document", "CstmrCdtTrfInitn"),
    ("CstmrCdtTrfInitn", "GrpHdr PmtInf"),
    ("GrpHdr", "MsgId CreDtTm NbOfTxs CtrlSum InitgPty"),
    ("InitgPty", "Nm"),
    (
        "PmtInf",
        "PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf",
    ),
    ("PmtTpInf", "SvcLvl"),
    ("SvcLvl", "Cd"),
    ("ReqdExctnDt", "Dt"),
    ("Dbtr", "Nm"),
    ("DbtrAcct", "Id"),
    ("Id", "IBAN"),
    ("DbtrAgt", "FinInstnId"),
    ("FinInstnId", "Othr"),
    ("Othr", "Id"),
    ("CdtTrfTxInf", "PmtId Amt Cdtr CdtrAcct RmtInf"),
    ("PmtId", "EndToEndId"),
    ("Amt", "InstdAmt"),
    ("Cdtr", "Nm"),
    ("CdtrAcct", "Id"),
    ("RmtInf", "Ustrd"),
];

/// The names of the rules that an invoice breaks.
pub(super) fn broken_by_invoice(xml: &str) -> Vec<&'static str> {
    let Ok(document) = Document::parse(xml) else { return vec!["XML"] };
    let invoice = document.root_element();
    let mut checks = vec![("XML", is_in_order(invoice, INVOICE))];
    document_rules(invoice, &mut checks);
    for party in ["AccountingSupplierParty", "AccountingCustomerParty"] {
        party_rules(find(invoice, party), party == "AccountingSupplierParty", &mut checks);
    }
    total_rules(invoice, &mut checks);
    let lines = children(invoice, "InvoiceLine");
    for line in &lines {
        line_rules(*line, &mut checks);
    }
    for subtotal in children(find(invoice, "TaxTotal"), "TaxSubtotal") {
        vat_rules(subtotal, &lines, &mut checks);
    }
    failed(checks)
}

fn failed(checks: Vec<(&'static str, bool)>) -> Vec<&'static str> {
    checks.into_iter().filter(|(_, is_obeyed)| !is_obeyed).map(|(rule, _)| rule).collect()
}

fn document_rules(invoice: Node<'_, '_>, checks: &mut Vec<(&'static str, bool)>) {
    let text = |path: &str| text(invoice, path);
    let all = || invoice.descendants().filter(Node::is_element);
    let profile = "urn:fdc:peppol.eu:2017:poacc:selfbilling";
    let payable = cents(&text("LegalMonetaryTotal/PayableAmount"));
    let has_means = !children(invoice, "PaymentMeans").is_empty();
    checks.extend([
        ("BR-01", !text("CustomizationID").is_empty()),
        ("BR-02", !text("ID").is_empty()),
        ("BR-03", is_date(&text("IssueDate"))),
        ("BR-05", text("DocumentCurrencyCode") == "EUR"),
        (
            "BR-29",
            is_date(&text("InvoicePeriod/StartDate"))
                && text("InvoicePeriod/StartDate") <= text("InvoicePeriod/EndDate"),
        ),
        ("BR-16", !children(invoice, "InvoiceLine").is_empty()),
        ("BR-49", !has_means || !text("PaymentMeans/PaymentMeansCode").is_empty()),
        ("BR-61", !has_means || !text("PaymentMeans/PayeeFinancialAccount/ID").is_empty()),
        ("BR-CO-25", payable <= 0 || !text("DueDate").is_empty() || !text("PaymentTerms/Note").is_empty()),
        ("NL-R-007", payable <= 0 || has_means),
        (
            "NL-R-008",
            !has_means || ["30", "48", "57", "58"].contains(&text("PaymentMeans/PaymentMeansCode").as_str()),
        ),
        ("PEPPOL-EN16931-P0100", ["389", "527"].contains(&text("InvoiceTypeCode").as_str())),
        ("PEPPOL-EN16931-R002", children(invoice, "Note").len() <= 1),
        ("PEPPOL-EN16931-R003", !text("BuyerReference").is_empty()),
        (
            "PEPPOL-EN16931-R004",
            text("CustomizationID") == format!("urn:cen.eu:en16931:2017#compliant#{profile}:3.0"),
        ),
        ("PEPPOL-EN16931-R007", text("ProfileID") == format!("{profile}:01:1.0")),
        (
            "PEPPOL-EN16931-R008",
            all().all(|node| {
                node.children().any(|child| child.is_element()) || !own_text(node).trim().is_empty()
            }),
        ),
        (
            "PEPPOL-EN16931-R051",
            all().filter_map(|node| node.attribute("currencyID")).all(|currency| currency == "EUR"),
        ),
        ("PEPPOL-EN16931-R053", children(invoice, "TaxTotal").len() == 1),
        (
            "BR-DEC",
            all()
                .filter(|node| node.tag_name().name().ends_with("Amount"))
                .all(|node| node.has_attribute("currencyID") && has_two_decimals(&own_text(node))),
        ),
    ]);
}

fn party_rules(role: Node<'_, '_>, is_supplier: bool, checks: &mut Vec<(&'static str, bool)>) {
    let text = |path: &str| text(role, path);
    let scheme = |path: &str| find(role, path).attribute("schemeID") == Some("0106");
    let address = ["StreetName", "CityName", "PostalZone"]
        .iter()
        .all(|part| !text(&format!("Party/PostalAddress/{part}")).is_empty());
    let registered = scheme("Party/PartyLegalEntity/CompanyID");
    let name = |supplier, customer| if is_supplier { supplier } else { customer };
    checks.extend([
        (name("BR-06", "BR-07"), !text("Party/PartyLegalEntity/RegistrationName").is_empty()),
        (name("BR-08", "BR-10"), !find(role, "Party/PostalAddress").is_root()),
        (name("BR-09", "BR-11"), text("Party/PostalAddress/Country/IdentificationCode") == "NL"),
        (name("BR-62", "BR-63"), scheme("Party/EndpointID")),
        (name("PEPPOL-EN16931-R020", "PEPPOL-EN16931-R010"), !text("Party/EndpointID").is_empty()),
        ("BR-CO-09", text("Party/PartyTaxScheme/CompanyID").starts_with("NL")),
        ("BR-CO-26", !text("Party/PartyLegalEntity/CompanyID").is_empty()),
        ("BR-S-02", text("Party/PartyTaxScheme/TaxScheme/ID") == "VAT"),
        (name("NL-R-002", "NL-R-004"), address),
        (name("NL-R-003", "NL-R-005"), registered),
    ]);
}

fn total_rules(invoice: Node<'_, '_>, checks: &mut Vec<(&'static str, bool)>) {
    let amount = |path: &str| cents(&text(invoice, path));
    let sum = |nodes: Vec<Node<'_, '_>>, path: &str| {
        nodes.iter().map(|node| cents(&text(*node, path))).sum::<i64>()
    };
    let subtotals = children(find(invoice, "TaxTotal"), "TaxSubtotal");
    let net = amount("LegalMonetaryTotal/LineExtensionAmount");
    let inclusive = amount("LegalMonetaryTotal/TaxInclusiveAmount");
    checks.extend([
        ("BR-CO-10", net == sum(children(invoice, "InvoiceLine"), "LineExtensionAmount")),
        ("BR-CO-13", net == amount("LegalMonetaryTotal/TaxExclusiveAmount")),
        ("BR-CO-15", inclusive == net + amount("TaxTotal/TaxAmount")),
        ("BR-CO-16", inclusive == amount("LegalMonetaryTotal/PayableAmount")),
        ("BR-CO-18", !subtotals.is_empty()),
        ("BR-CO-14", amount("TaxTotal/TaxAmount") == sum(subtotals, "TaxAmount")),
    ]);
}

fn line_rules(line: Node<'_, '_>, checks: &mut Vec<(&'static str, bool)>) {
    let text = |path: &str| text(line, path);
    let quantity = text("InvoicedQuantity").parse::<i64>();
    let price = cents(&text("Price/PriceAmount"));
    let net = cents(&text("LineExtensionAmount"));
    let category = find(line, "Item/ClassifiedTaxCategory");
    checks.extend([
        ("BR-21", !text("ID").is_empty()),
        ("BR-22", quantity.is_ok()),
        ("BR-23", find(line, "InvoicedQuantity").attribute("unitCode") == Some("C62")),
        ("BR-25", !text("Item/Name").is_empty()),
        ("BR-27", price >= 0),
        ("PEPPOL-EN16931-R120", quantity.is_ok_and(|quantity| quantity * price == net)),
        ("BR-CO-04", is_category(category)),
        ("BR-S-05", rate(category) != ("S".to_owned(), 0)),
        ("BR-E-05", rate(category).0 != "E" || rate(category).1 == 0),
    ]);
}

fn vat_rules(subtotal: Node<'_, '_>, lines: &[Node<'_, '_>], checks: &mut Vec<(&'static str, bool)>) {
    let category = find(subtotal, "TaxCategory");
    let (taxable, tax) = (cents(&text(subtotal, "TaxableAmount")), cents(&text(subtotal, "TaxAmount")));
    let nets: Vec<i64> = lines
        .iter()
        .filter(|line| rate(find(**line, "Item/ClassifiedTaxCategory")) == rate(category))
        .map(|line| cents(&text(*line, "LineExtensionAmount")))
        .collect();
    let (id, percent) = rate(category);
    let is_exempt = id == "E";
    let has_reason = !text(category, "TaxExemptionReason").is_empty()
        && text(category, "TaxExemptionReasonCode") == "VATEX-EU-132-1M";
    checks.extend([
        ("BR-47", is_category(category)),
        (if is_exempt { "BR-E-08" } else { "BR-S-08" }, taxable == nets.iter().sum::<i64>()),
        (if is_exempt { "BR-E-01" } else { "BR-S-01" }, !nets.is_empty()),
        // Half a cent away from zero.
        ("BR-CO-17", (2 * taxable * percent - 200 * tax).abs() <= 100),
        ("BR-E-09", !is_exempt || tax == 0),
        (if is_exempt { "BR-E-10" } else { "BR-S-10" }, has_reason == is_exempt),
    ]);
}

/// The names of the rules that a file of payments breaks.
pub(super) fn broken_by_payments(xml: &str) -> Vec<&'static str> {
    let Ok(document) = Document::parse(xml) else { return vec!["XML"] };
    let root = document.root_element();
    let (head, payment) = (find(root, "CstmrCdtTrfInitn/GrpHdr"), find(root, "CstmrCdtTrfInitn/PmtInf"));
    let transfers = children(payment, "CdtTrfTxInf");
    let sum: i64 = transfers.iter().map(|transfer| cents(&text(*transfer, "Amt/InstdAmt"))).sum();
    let every = |names: &[&str], is_obeyed: fn(&str) -> bool| {
        root.descendants()
            .filter(|node| {
                names.contains(&node.tag_name().name()) && node.children().all(|node| node.is_text())
            })
            .all(|node| is_obeyed(&own_text(node)))
    };
    let time = text(head, "CreDtTm");
    failed(vec![
        (
            "XML",
            root.tag_name().namespace() == Some("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09")
                && is_in_order(root, PAYMENTS),
        ),
        ("CreDtTm", time.len() == 20 && is_date(&time[..10]) && time.ends_with('Z')),
        ("ReqdExctnDt", is_date(&text(payment, "ReqdExctnDt/Dt"))),
        (
            "NbOfTxs",
            !transfers.is_empty()
                && [head, payment].iter().all(|part| text(*part, "NbOfTxs") == transfers.len().to_string()),
        ),
        ("CtrlSum", [head, payment].iter().all(|part| cents(&text(*part, "CtrlSum")) == sum)),
        (
            "SEPA",
            text(payment, "PmtTpInf/SvcLvl/Cd") == "SEPA"
                && text(payment, "ChrgBr") == "SLEV"
                && text(payment, "PmtMtd") == "TRF",
        ),
        (
            "InstdAmt",
            every(&["InstdAmt"], |amount| {
                has_two_decimals(amount) && (1..=99_999_999_999).contains(&cents(amount))
            }),
        ),
        ("IBAN", every(&["IBAN"], |iban| iban.len() == 18 && iban.starts_with("NL"))),
        ("Max35Text", every(&["MsgId", "PmtInfId", "EndToEndId"], |id| (1..=35).contains(&id.len()))),
        ("Max70Text", every(&["Nm"], |name| (1..=70).contains(&name.len()))),
        ("Max140Text", every(&["Ustrd"], |text| (1..=140).contains(&text.len()))),
        (
            "EPC217-08",
            every(&["MsgId", "PmtInfId", "EndToEndId", "Nm", "Ustrd"], |text| {
                text.chars().all(|c| c.is_ascii_alphanumeric() || "/-?:().,'+ ".contains(c))
            }),
        ),
    ])
}

/// Whether every element has only known children, in the order of the schema.
fn is_in_order(root: Node<'_, '_>, schema: &[(&str, &str)]) -> bool {
    root.descendants().filter(Node::is_element).all(|node| {
        let parent = schema.iter().find(|(name, _)| *name == node.tag_name().name());
        let known = |name| parent.and_then(|(_, names)| names.split(' ').position(|known| known == name));
        let children = node.children().filter(Node::is_element).map(|child| known(child.tag_name().name()));
        children.collect::<Option<Vec<usize>>>().is_some_and(|order| order.is_sorted())
    })
}

fn children<'d, 'x>(node: Node<'d, 'x>, name: &str) -> Vec<Node<'d, 'x>> {
    node.children().filter(|child| child.tag_name().name() == name).collect()
}

/// The first element on a path of names, or the document itself: it has no text and no attribute.
fn find<'d, 'x>(node: Node<'d, 'x>, path: &str) -> Node<'d, 'x> {
    path.split('/')
        .try_fold(node, |node, name| node.children().find(|child| child.tag_name().name() == name))
        .unwrap_or_else(|| node.document().root())
}

fn own_text(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect()
}

fn text(node: Node<'_, '_>, path: &str) -> String {
    own_text(find(node, path))
}

/// `S` or `E`, and the rate.
fn rate(category: Node<'_, '_>) -> (String, i64) {
    (text(category, "ID"), text(category, "Percent").parse().unwrap_or(-1))
}

fn is_category(category: Node<'_, '_>) -> bool {
    let known = [("E", 0), ("S", 9), ("S", 21)].map(|(id, percent)| (id.to_owned(), percent));
    known.contains(&rate(category)) && text(category, "TaxScheme/ID") == "VAT"
}

fn is_date(text: &str) -> bool {
    chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
}

fn has_two_decimals(amount: &str) -> bool {
    amount.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 2)
}

/// The least number for what is no amount, so that no sum is right.
fn cents(amount: &str) -> i64 {
    amount.replace('.', "").parse().unwrap_or(i64::from(i32::MIN))
}
