// The routes of the fake portal for the calendar feed.
import { ok, type Routes } from './mockResponse.ts';

export function calendarRoutes(today: string): Routes {
  let version = 0;
  let isOn = false;
  const state = () => {
    const rest = `fairway.example/api/calendar/feed/jan-${version}.ics`;
    const address = {
      url: `https://${rest}`,
      webcal_url: `webcal://${rest}`,
      created_at: `${today}T10:00:00Z`,
    };
    return ok({ data: isOn ? address : null });
  };
  return {
    'GET /users/me/calendar_feed': state,
    'POST /users/me/calendar_feed/renew': () => {
      version += 1;
      isOn = true;
      return state();
    },
    'POST /users/me/calendar_feed/off': () => {
      isOn = false;
      return ok();
    },
  };
}
