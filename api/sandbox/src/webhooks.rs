//! Notifies the portal like a real provider: with an id only, repeatedly until the portal acknowledges it. Undelivered
//! changes are in the database, so that a restart loses none.

use std::sync::Arc;
use std::time::Duration;

use fairway_endpoint::common::Common;
use fairway_text::error_chain::Chain;
use url::form_urlencoded;

use crate::state::Sandbox;
use crate::tables as sandbox;

/// The first pause after a failure; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How often expired payments are searched for.
const EXPIRY: Duration = Duration::from_secs(30);
/// How long the portal may take to answer.
const TIME_LIMIT: Duration = Duration::from_secs(15);

/// Delivers changes until `shutdown` completes.
pub async fn run(sandbox: Arc<Sandbox>, shutdown: impl Future<Output = ()>) {
    let mut shutdown = std::pin::pin!(shutdown);
    let client = reqwest::Client::builder().no_proxy().timeout(TIME_LIMIT).build();
    let Ok(client) = client else {
        tracing::error!(
            "the sandbox cannot create an HTTP client: payment changes are found only by polling"
        );
        return;
    };
    let mut pause = FIRST_PAUSE;
    loop {
        let delivered = tokio::select! {
            delivered = deliver(&sandbox.common, &client) => delivered,
            () = &mut shutdown => return,
        };
        let wait = if delivered { EXPIRY } else { pause };
        pause = if delivered { FIRST_PAUSE } else { LONGEST_PAUSE.min(pause * 2) };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = sandbox.changed.notified() => {}
            () = &mut shutdown => return,
        }
    }
}

/// Sends every undelivered change once. Returns whether all were delivered.
pub async fn deliver(common: &Common, client: &reqwest::Client) -> bool {
    match all(common, client).await {
        Ok(delivered) => delivered,
        Err(error) => {
            tracing::warn!(error = %Chain(&error), "the sandbox's payments cannot be read");
            false
        }
    }
}

async fn all(common: &Common, client: &reqwest::Client) -> Result<bool, sqlx::Error> {
    sandbox::expire(&common.pool, common.clock.now()).await?;
    let mut delivered = true;
    for payment in sandbox::undelivered(&common.pool).await? {
        let body = form_urlencoded::Serializer::new(String::new()).append_pair("id", &payment.id).finish();
        let request = client
            .post(&payment.request.webhook_url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body);
        match request.send().await {
            Ok(answer) if answer.status().is_success() => {
                sandbox::mark_delivered(&common.pool, &payment).await?
            }
            Ok(answer) => {
                tracing::warn!(status = %answer.status(), "the portal rejected a webhook; it is sent again");
                delivered = false;
            }
            Err(error) => {
                tracing::warn!(
                    error = %Chain(&error),
                    "the portal did not answer a webhook; it is sent again"
                );
                delivered = false;
            }
        }
    }
    Ok(delivered)
}
