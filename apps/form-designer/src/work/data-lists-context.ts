import { createContext } from 'react'
import type { DesignerPort } from '../designer-port.ts'

/** Fetches the data lists that fields can choose from, which whoever answers keeps for a while. */
export const DataListsContext = createContext<DesignerPort['listDataLists']>(() =>
  Promise.reject(new Error('Expected a part of the designer inside of it, but it stands outside.')),
)
