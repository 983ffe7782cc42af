import { importLimits } from '@millrace/contract/outside-limits'
import { BadZip, withZip } from '../../platform/archives/with-zip.ts'

export interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface UnpackedFile {
  /** The path with the folders in the archive, after the name of the archive. */
  readonly path: string
  readonly bytes: Uint8Array
}

export type Unpacked =
  | { readonly ok: true; readonly files: readonly UnpackedFile[] }
  | { readonly ok: false; readonly path: string; readonly message: string }

/**
 * Unpacks uploaded files: `.zip` and `.bar` archives, regardless of their names. Archives within archives stay closed.
 * All files are refused when one cannot be read, so that nobody imports half of them by mistake.
 */
export async function unpack(files: readonly PackedFile[]): Promise<Unpacked> {
  const found: UnpackedFile[] = []
  let left = importLimits.unpackedSize
  for (const { name, bytes } of files) {
    if (!isArchive(bytes)) {
      found.push({ path: name, bytes })
      left -= bytes.length
    } else {
      try {
        await withZip(bytes, { entries: importLimits.unpackedFiles, bytes: Math.max(0, left) }, async (zip) => {
          for (const entry of zip.names.filter((one) => !isLitter(one))) {
            const content = (await zip.read(entry)) ?? Buffer.alloc(0)
            left -= content.length
            found.push({ path: `${name}/${entry}`, bytes: content })
          }
        })
      } catch (error) {
        if (error instanceof BadZip) return { ok: false, path: name, message: sentences[error.kind] }
        throw error
      }
    }
    if (found.length > importLimits.unpackedFiles || left < 0)
      return { ok: false, path: name, message: sentences['too-large'] }
  }
  return { ok: true, files: found }
}

const megabytes = importLimits.unpackedSize / 1024 / 1024

const sentences: Readonly<Record<BadZip['kind'], string>> = {
  unreadable:
    'Expected an archive that can be opened, but it is damaged, has a password, or is not an archive. Create it again without a password.',
  unsafe:
    'Expected file names inside the archive, but one leads out of it. Create the archive again from the folder with the files.',
  'too-large': `Expected at most ${importLimits.unpackedFiles} files and ${megabytes} MB in total, but the archive has more. Import it in parts.`,
}

/** Returns whether a file begins like a ZIP archive, including an empty one. */
export function isArchive(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  )
}

/** Returns whether a file was only added by an operating system during packing. */
function isLitter(path: string): boolean {
  return path.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|META-INF\/MANIFEST\.MF)$/i.test(path)
}
