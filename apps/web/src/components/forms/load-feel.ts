import { awaitPart } from '../../lib/await-part.ts'
import { loadChunk } from '../../lib/load-chunk.ts'

/** Loads FEEL, which forms without expressions do not need. */
export const useFeel = awaitPart(() => loadChunk(() => import('@millrace/forms/feel')).then(({ formFeel }) => formFeel))

/**
 * Loads the FEEL engine outside of components.
 *
 * @throws PartMissing when it cannot be loaded.
 */
export const loadFeel = useFeel.start
