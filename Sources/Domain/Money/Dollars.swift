/// Millionths of a US dollar as dollars.
package func dollars(_ microDollars: Int64) -> Double { Double(microDollars) / 1_000_000 }
