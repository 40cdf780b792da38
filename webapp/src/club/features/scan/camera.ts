// Reads QR codes from the camera: with the browser's own detector where there is one, else with that of `qr`.
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    /** Not in every browser, and on some systems without QR codes. */
    readonly BarcodeDetector?: DetectorClass;
  }
  interface MediaTrackCapabilities {
    readonly torch?: boolean;
  }
  interface MediaTrackConstraintSet {
    readonly torch?: boolean;
  }
}

const EVERY_MS = 100;
const MOST_FAILURES = 10;
/** The same code in front of the camera is one scan. */
const SAME_MS = 3_000;

const FORMATS = { formats: ['qr_code'] } as const;

async function ownDetector(): Promise<Detector> {
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

async function createDetector(): Promise<Detector> {
  const Native = window.BarcodeDetector;
  const formats = await Native?.getSupportedFormats().catch((): readonly string[] => []);
  return Native && formats?.includes('qr_code') ? new Native(FORMATS) : ownDetector();
}

export interface Camera {
  /** Undefined where the camera has no light. */
  readonly setTorch: ((isOn: boolean) => void) | undefined;
}

/** Why there is no picture. */
export type CameraFailure = 'denied' | 'missing' | 'broken';

export function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'broken';
}

/** Shows the camera in `video` and reports each code, until the signal ends it. Rejects if the camera does not start. */
export async function startCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<Camera> {
  if (!navigator.mediaDevices) throw new DOMException('no camera', 'NotFoundError');
  let detector = await createDetector();
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    // Enough for a code of 45 modules, and little work for a slow phone.
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) stop();
  signal.throwIfAborted();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const report = onceEach(onCode);
  let failures = 0;
  const look = async () => {
    if (signal.aborted) return;
    try {
      const [found] =
        video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await detector.detect(video) : [];
      if (found?.rawValue && !signal.aborted) report(found.rawValue);
      failures = 0;
    } catch {
      failures += 1;
      // Some systems name a detector that they do not have.
      if (failures === MOST_FAILURES) detector = await ownDetector().catch(() => detector);
    }
    setTimeout(() => void look(), EVERY_MS);
  };
  void look();
  const [track] = stream.getVideoTracks();
  const hasTorch = track?.getCapabilities?.().torch;
  return {
    setTorch: hasTorch
      ? (isOn) => void track?.applyConstraints({ advanced: [{ torch: isOn }] }).catch(() => {})
      : undefined,
  };
}

/** Leaves out a code as long as it stays in front of the camera, and for a moment after. */
export function onceEach(report: (code: string) => void): (code: string) => void {
  let last = '';
  let seenAt = -Infinity;
  return (code) => {
    const at = performance.now();
    const isNew = code !== last || at - seenAt > SAME_MS;
    last = code;
    seenAt = at;
    if (isNew) report(code);
  };
}
