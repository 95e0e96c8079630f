import { css, Global } from '@emotion/react';

/** Print styles: title, lists or items with boxes, quantities and struck-through bought items, black on white, without controls. */
const look = css`
  @page {
    margin: 16mm;
  }
  @media print {
    :root {
      color-scheme: light;
    }
    html,
    body {
      background-color: #fff !important;
    }
    body *,
    body *::before,
    body *::after {
      animation: none !important;
      background-color: transparent !important;
      border-color: #000 !important;
      box-shadow: none !important;
      caret-color: transparent !important;
      color: #000 !important;
    }
    header,
    main {
      position: static !important;
      padding: 0 !important;
    }
    [data-page] > * > * {
      max-width: none !important;
      padding: 0 !important;
    }
    button,
    nav,
    [data-controls],
    [data-icon],
    .link > :has(> [data-icon]),
    li[data-item] > .handle,
    [data-sheet]::before,
    [data-snackbar],
    [data-tone],
    [role='search'],
    [role='dialog'] {
      display: none !important;
    }
    [data-sheet] {
      border: 0 !important;
    }
    li[data-item] {
      border: 0 solid #000 !important;
      border-bottom-width: 1px !important;
      border-radius: 0 !important;
      break-inside: avoid;
      content-visibility: visible !important;
      outline: none !important;
      padding-inline-start: 0 !important;
    }
    /* Boxes below the title's first letter, and rows without room for a finger. */
    li[data-item] .tick {
      grid-template-columns: 1.5rem !important;
      height: 2.125rem !important;
      justify-content: start !important;
      width: 2.25rem !important;
    }
    li[data-item] :is(textarea, .text, .quantity),
    li[data-item] .grow::after {
      padding-block: 0.3125rem !important;
    }
    /* All of the text, however long: nobody can scroll on paper. */
    li[data-item] :is(textarea, .text) {
      border-color: transparent !important;
      max-height: none !important;
      overflow: visible !important;
    }
    li[data-item] .end {
      max-width: 100% !important;
      min-height: 0 !important;
    }
    li[data-item] .quantity {
      overflow: visible !important;
      padding-inline-end: 0 !important;
    }
    li[data-done] .quantity {
      text-decoration: line-through !important;
    }
    li[data-item] ::placeholder {
      color: transparent !important;
    }
  }
`;

/** Applies the print styles to the overview and to an open list. */
export function PrintedPage() {
  return <Global styles={look} />;
}
