import { TypedGuard } from './typed-guard.tsx'

/** `TypedGuard` of designers: what is not saved there is kept, so nobody is asked when the session has ended. */
export function KeptGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  return <TypedGuard isDirty={isDirty} isKept />
}
