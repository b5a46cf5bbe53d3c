/** A file in a ZIP, as the archive's directory describes it. Sizes and offsets in bytes. */
export interface ZipMember {
  readonly path: string;
  /** 0 is stored, 8 deflated, 93 packed by Zstandard; anything else cannot be read here. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Of the member's own header, from the start of the archive. */
  readonly offset: number;
}
