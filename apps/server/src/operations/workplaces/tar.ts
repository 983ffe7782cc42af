/**
 * Returns the header of a file in a tar archive (POSIX.1-1988, ustar). After its content follow padding, and at the end
 * of the archive an end mark.
 */
export function tarHeader({ name, size, modifiedAt }: { name: string; size: number; modifiedAt: Date }): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`Expected a short name in an archive, but it is ${name}.`)
  const header = Buffer.alloc(blockSize)
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(sizeField(size), 124, 'latin1')
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 12), 136)
  // The sum is made as if its own field were blank.
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
  return header
}

export function tarFilling(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize)
}

export const tarEnd: Buffer = Buffer.alloc(1024)

const blockSize = 512

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, '0')}\u0000`
}

/** From 8 GB on the size is written in binary, as GNU tar does it and others read it. */
function sizeField(size: number): string {
  if (size < 0o77777777777) return octal(size, 12)
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64BE(BigInt(size), 4)
  bytes[0] = 0x80
  return bytes.toString('latin1')
}
