import { awaitPart } from '../../lib/await-part.ts'
import { loadChunk } from '../../lib/load-chunk.ts'

/** FEEL, which forms without expressions never load. */
export const useFeel = awaitPart(() => loadChunk(() => import('@millrace/forms/feel')).then(({ formFeel }) => formFeel))

/** The same for what is no component. @throws PartMissing when it does not arrive. */
export const loadFeel = useFeel.start
