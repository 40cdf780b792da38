// The schema with which the app reads the answer of each call.
import type * as z from 'zod/mini';
import { meSchema } from '../../src/api/me.ts';
import { acknowledgement } from '../../src/api/schemas.ts';
import { booking } from '../../src/features/add-players/queries.ts';
import { emailChangedResponse, emailLinkResponse } from '../../src/features/email/api.ts';
import { loginResponse } from '../../src/features/auth/api.ts';
import {
  linkAccountResponse,
  linkLoginResponse,
  linkRequestedResponse,
  loginChallenge,
  passkeyLoginResponse,
} from '../../src/features/auth/passkeyLogin.ts';
import { clubAnswer } from '../../src/features/club-page/queries.ts';
import { clubInfoList } from '../../src/features/courses/queries.ts';
import { faqResponse } from '../../src/features/faq/queries.ts';
import { linkResponse } from '../../src/features/impersonation/api.ts';
import { important } from '../../src/features/important-news/queries.ts';
import { newsResponse } from '../../src/features/news/queries.ts';
import { notificationsResponse } from '../../src/features/notifications/schemas.ts';
import { dataResponse } from '../../src/features/own-data/api.ts';
import { pageResponse } from '../../src/features/pages/queries.ts';
import { calendarFeedResponse } from '../../src/features/calendar-feed/schemas.ts';
import { creationChallenge, passkeysResponse } from '../../src/features/passkeys/schemas.ts';
import { pushStateResponse, subscribedResponse } from '../../src/features/push/schemas.ts';
import { changeResponse, resetAccountResponse } from '../../src/features/password/api.ts';
import { checkedPlayer, historic } from '../../src/features/player-picker/queries.ts';
import { profileResponse } from '../../src/features/profile/schemas.ts';
import { federationOffer, paymentResponse, voucherOffer } from '../../src/features/purchases/schemas.ts';
import { suggested } from '../../src/features/player-picker/suggested.ts';
import { alternatives } from '../../src/features/reservation-wizard/alternatives.ts';
import { availability, clubs, placed } from '../../src/features/reservation-wizard/queries.ts';
import { reservationList } from '../../src/features/reservations/schemas.ts';
import { sessionsResponse } from '../../src/features/sessions/schemas.ts';
import { ledgerResponse, subscriptionsResponse } from '../../src/features/subscriptions/schemas.ts';
import { joined, oneGroup, taken } from '../../src/features/waiting-list/commands.ts';
import { waitingList } from '../../src/features/waiting-list/schemas.ts';

export const schemas: Readonly<Record<string, z.core.$ZodType>> = {
  'GET /content/page/{slug}': pageResponse,
  'GET /faq': faqResponse,
  'GET /federationregistration/buy': federationOffer,
  'POST /federationregistration/pay': paymentResponse,
  'GET /freevoucher/buy': voucherOffer,
  'POST /freevoucher/pay': paymentResponse,
  'GET /golfclubs/info': clubInfoList,
  'GET /golfclubs/{id}': clubAnswer,
  'GET /news': newsResponse,
  'GET /news/important': important,
  'POST /news/important/dismiss': acknowledgement,
  'GET /reservations': reservationList,
  'POST /reservations': placed,
  'POST /reservations/alternatives': alternatives,
  'POST /reservations/availability': availability,
  'POST /reservations/golfclubs': clubs,
  'GET /reservations/history': reservationList,
  'POST /reservations/players/check': checkedPlayer,
  'GET /reservations/players/historic': historic,
  'GET /reservations/players/suggested': suggested,
  'GET /reservations/{id}': booking,
  'POST /reservations/{id}/cancel': acknowledgement,
  'POST /reservations/{id}/group/cancel': acknowledgement,
  'POST /reservations/{id}/player/add': acknowledgement,
  'POST /reservations/{id}/player/remove': acknowledgement,
  'POST /reservations/{id}/player/swap': acknowledgement,
  'POST /token/login': linkResponse,
  'POST /users/email': emailChangedResponse,
  'POST /users/email/account': emailLinkResponse,
  'POST /users/forgot_password': acknowledgement,
  'POST /users/login': loginResponse,
  'POST /users/login/code': linkLoginResponse,
  'POST /users/login/link': linkLoginResponse,
  'POST /users/login/link/account': linkAccountResponse,
  'POST /users/login/passkey': passkeyLoginResponse,
  'POST /users/login/passkey/begin': loginChallenge,
  'POST /users/login_link': linkRequestedResponse,
  'POST /users/logout': acknowledgement,
  'POST /users/me/favourites': acknowledgement,
  'GET /users/me': meSchema,
  'POST /users/me/email': acknowledgement,
  'POST /users/me/password': changeResponse,
  'GET /users/me/notifications': notificationsResponse,
  'POST /users/me/notifications': acknowledgement,
  'GET /users/me/calendar_feed': calendarFeedResponse,
  'POST /users/me/calendar_feed/off': acknowledgement,
  'POST /users/me/calendar_feed/renew': calendarFeedResponse,
  'GET /users/me/passkeys': passkeysResponse,
  'POST /users/me/passkeys': acknowledgement,
  'POST /users/me/passkeys/begin': creationChallenge,
  'POST /users/me/passkeys/{id}/remove': acknowledgement,
  'POST /users/me/passkeys/{id}/rename': acknowledgement,
  'GET /users/me/push': pushStateResponse,
  'POST /users/me/push': subscribedResponse,
  'POST /users/me/push/{id}': acknowledgement,
  'POST /users/me/push/{id}/remove': acknowledgement,
  'GET /users/me/profile': profileResponse,
  'POST /users/me/profile': acknowledgement,
  'GET /users/me/subscriptions': subscriptionsResponse,
  'GET /users/me/subscriptions/{id}/ledger': ledgerResponse,
  'GET /users/me/data': dataResponse,
  'GET /users/me/sessions': sessionsResponse,
  'POST /users/me/sessions/logout_everywhere': acknowledgement,
  'POST /users/me/sessions/{id}/logout': acknowledgement,
  'POST /users/reset_password': acknowledgement,
  'POST /users/reset_password/account': resetAccountResponse,
  'GET /waiting-list': waitingList,
  'POST /waiting-list': joined,
  'GET /waiting-list/{group}': oneGroup,
  'POST /waiting-list/{group}/decline': acknowledgement,
  'POST /waiting-list/{group}/leave': acknowledgement,
  'POST /waiting-list/{group}/take': taken,
};
