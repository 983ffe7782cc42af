export { compareModels } from './compare-models.ts'
export type {
  Comparison,
  DifferenceKind,
  ElementDifference,
  PropertyDifference,
  PropertyPart,
  PropertyValue,
} from './difference.ts'
