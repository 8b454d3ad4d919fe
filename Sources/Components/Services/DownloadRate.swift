/// The least bytes a second of a download; a slower one is given up.
package let minDownloadRate = 1000
