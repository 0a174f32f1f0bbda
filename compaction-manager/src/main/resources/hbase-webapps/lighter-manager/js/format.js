// Numbers for people.
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes in powers of 1024, three digits. */
export function bytes(value) {
  if (value === null || value === undefined) return '–';
  let unit = 0;
  let size = value;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  const digits = unit === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

export const rate = (value) => (value === null || value === undefined ? '–' : `${bytes(value)}/s`);

/** The two largest units. */
export function duration(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return s < 10 && ms < 10000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : `${s} s`;
  const m = Math.floor(s / 60);
  if (m < 60) return `${m} m ${s % 60} s`;
  const h = Math.floor(m / 60);
  return h < 24 ? `${h} h ${m % 60} m` : `${Math.floor(h / 24)} d ${h % 24} h`;
}

export const percent = (fraction) =>
  fraction === null || fraction === undefined ? '–' : `${Math.round(fraction * 100)} %`;

/** A quotient such as an amplification. */
export const ratio = (value) =>
  value === null || value === undefined ? '–' : value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);

const whole = new Intl.NumberFormat('en');
export const count = (value) =>
  value === null || value === undefined ? '–' : whole.format(value);

/** host:port of host,port,startcode. */
export function address(server) {
  const [host, port] = server.split(',');
  return port === undefined ? server : `${host}:${port}`;
}

export const clock = (ms) =>
  new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

export const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
