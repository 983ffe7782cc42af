import { TypedGuard } from './typed-guard.tsx'

/** The `TypedGuard` of designers: unsaved changes are auto saved, so nobody is asked when the session has ended. */
export function KeptGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  return <TypedGuard isDirty={isDirty} isKept />
}
