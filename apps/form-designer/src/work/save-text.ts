import { saveBlob } from '../../../web/src/lib/save-blob.ts'

/** Has the browser save a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)
}
