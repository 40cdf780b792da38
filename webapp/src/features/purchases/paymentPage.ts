// Leaves the portal for the payment provider.

/** The address to open; throws unless it is http or https. */
export function paymentAddress(paymentUrl: string, base: string): string {
  const url = new URL(paymentUrl, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`not a web address: ${url.protocol}`);
  return url.href;
}

export function openPaymentPage(paymentUrl: string): void {
  window.location.assign(paymentAddress(paymentUrl, window.location.origin));
}
