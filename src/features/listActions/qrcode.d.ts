/** Types of the only function that we use; the package's own types are a separate package. */
declare module 'qrcode' {
  export const create: (
    text: string,
    options: { readonly errorCorrectionLevel: 'M' },
  ) => { readonly modules: { readonly size: number; readonly data: ArrayLike<number> } };
}
