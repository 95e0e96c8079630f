/// <reference path="./qrcode.d.ts" />
import { create } from 'qrcode';
import { useMemo } from 'react';

/** Width of the light border in modules. Cameras need it to find the code. */
const MARGIN = 4;

interface QrPictureProps {
  readonly text: string;
  readonly label: string;
}

/** Draws a text as a QR code, dark on light in both colour schemes, because many cameras read nothing else. */
export function QrPicture({ text, label }: QrPictureProps) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const cells = Array.from({ length: modules.size * modules.size }, (_, at) => at).filter((at) => modules.data[at]);
    const draw = (at: number) => `M${(at % modules.size) + MARGIN} ${Math.floor(at / modules.size) + MARGIN}h1v1h-1z`;
    return { size: modules.size + 2 * MARGIN, path: cells.map(draw).join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
