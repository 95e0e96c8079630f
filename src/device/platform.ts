type PlatformClass = 'p_ios' | 'p_android';

interface Platform {
  readonly className: PlatformClass;
  /** The top spacing in px, for the CSS variable `--top`. */
  readonly top: 30 | 40 | 60;
}

/** The object that a native shell defines as `window.Capacitor`. */
interface NativeShell {
  getPlatform?(): string;
  isNativePlatform?(): boolean;
}

export interface DeviceFacts {
  readonly userAgent: string;
  readonly platform: string;
  readonly maxTouchPoints: number;
  readonly shell: NativeShell | undefined;
}

/** An iPad with desktop pages reports itself as a Mac, but no Mac has a touch screen. */
const isIos = ({ userAgent, platform, maxTouchPoints }: DeviceFacts): boolean =>
  /iPhone|iPad|iPod/.test(`${userAgent} ${platform}`) || (/^Mac/.test(platform) && maxTouchPoints > 1);

/** A shell function may throw; the app must start anyway. */
const answerOr = <Answer>(fallback: Answer, ask: () => Answer): Answer => {
  try {
    return ask();
  } catch {
    return fallback;
  }
};

/** Null in a browser; empty for a shell without a name. */
const shellName = (shell: NativeShell | undefined): string | null => {
  const name = answerOr('', () => shell?.getPlatform?.() ?? 'web');
  const isNative = answerOr(undefined, () => shell?.isNativePlatform?.()) ?? name !== 'web';
  return isNative ? name : null;
};

const topOf = (facts: DeviceFacts): Platform['top'] => {
  const shell = shellName(facts.shell);
  if (shell === 'android') return 40;
  const isBrowser = shell === null && facts.userAgent !== '';
  return isBrowser ? 30 : 60;
};

/** The platform class and the top spacing of a device. Unknown devices count as `p_android` with the default of 60 px. */
export const platformOf = (facts: DeviceFacts): Platform => {
  const isIosDevice = shellName(facts.shell) === 'ios' || isIos(facts);
  return { className: isIosDevice ? 'p_ios' : 'p_android', top: topOf(facts) };
};

/** Reads the device this page runs on. */
export const readDeviceFacts = (): DeviceFacts => ({
  userAgent: navigator.userAgent,
  platform: navigator.platform,
  maxTouchPoints: navigator.maxTouchPoints,
  // The global of a native shell has no type.
  shell: (window as Window & { Capacitor?: NativeShell }).Capacitor,
});

/** Sets the class and the spacing on `<html>`, where the styles use them. */
export const markPlatform = (root: HTMLElement, { className, top }: Platform): void => {
  root.classList.add(className);
  root.style.setProperty('--top', `${top}px`);
};
