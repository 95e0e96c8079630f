/** The one function of the package that is used; its own types come as another package. */
declare module 'qrcode' {
  export const create: (
    text: string,
    options: { readonly errorCorrectionLevel: 'M' },
  ) => { readonly modules: { readonly size: number; readonly data: ArrayLike<number> } };
}
