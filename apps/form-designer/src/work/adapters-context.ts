import { createContext } from 'react'
import type { DesignerPort } from '../designer-port.ts'

/** Fetches the adapters that fields can ask, which whoever answers keeps for a while. */
export const AdaptersContext = createContext<DesignerPort['listAdapters']>(() =>
  Promise.reject(new Error('Expected a part of the designer inside of it, but it stands outside.')),
)
