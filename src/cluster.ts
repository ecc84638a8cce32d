export { clusterAddress, clusterPasswordVariable, type ClusterAddress } from "./domain/cluster/address.ts"
export { layerWith as laneClusterSql, type ClusterOptions } from "./layers/cluster/LaneClusterSql.ts"
export { LaneCluster } from "./services/LaneCluster.ts"
