export interface FilePart {
  readonly name: string
  readonly content: string | Buffer
  readonly type?: string
  /** The field of the form; `file` without it. */
  readonly field?: string
}

/** Returns a multipart body as a browser sends it, for `send` of a test client: files have the name `file`. */
export function multipart(
  files: readonly FilePart[],
  fields: Readonly<Record<string, string>> = {},
): { headers: Record<string, string>; payload: Buffer } {
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.map(({ name, content, type = 'application/octet-stream', field = 'file' }) =>
      Buffer.concat([
        Buffer.from(
          `--part\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
        ),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
    ),
  ]
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    payload: Buffer.concat([...parts, Buffer.from('--part--\r\n')]),
  }
}
