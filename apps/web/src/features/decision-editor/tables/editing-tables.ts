import core from 'dmn-js-decision-table/lib/core'
import modeling from 'dmn-js-decision-table/lib/features/modeling'
import TableViewer from 'dmn-js-decision-table/lib/Viewer'
import DrdModeler from 'dmn-js-drd/lib/Modeler'
import LiteralExpressionEditor from 'dmn-js-literal-expression/lib/Editor'
import EditingManager from 'dmn-js-shared/lib/base/EditingManager'
import { listProviders } from './view-providers.ts'

/** A decision table with its commands, and nothing that is drawn. */
class TableEditor extends TableViewer {
  override getModules(): readonly object[] {
    return [core, modeling]
  }
}

/** The parts of dmn-js for editing a file. Knowledge models are kept unchanged, and not opened. */
export default class EditingTables extends EditingManager {
  override _getViewProviders() {
    return listProviders({
      drd: DrdModeler,
      decisionTable: TableEditor,
      literalExpression: LiteralExpressionEditor,
      needsDrawing: false,
    })
  }
}
